import type { Action } from 'svelte/action'

/** How far a finger may tremble before a tap is a drag. */
const SLACK = 7

export interface Drag {
  id: string
  enabled?: boolean
  /** The thing is being moved: clear away what a tap had chosen, show where it may go. */
  start?: (id: string) => void
  /** It is now above the place with this `data-drop`, or above none. */
  over?: (id: string, place: string | null) => void
  /** It was let go above a place, or nowhere; `by` is how far it was moved. It goes back by itself unless the view changes. */
  drop: (id: string, place: string | null, by: { x: number; y: number }) => void
  /** Given up (Escape, or the browser took the finger). */
  cancel?: (id: string) => void
}

/**
 * Makes an element draggable with mouse, pen and finger, onto elements with `data-drop="name"`.
 * A press without a move stays a click, so tapping works on the same element; a drag swallows its click.
 * While moved, the element has `data-dragging` and is shifted by the CSS property `translate`.
 */
export const draggable: Action<HTMLElement, Drag> = (node, initial) => {
  let drag = initial
  let from: { x: number; y: number; pointer: number } | null = null
  let moving = false

  const by = (event: PointerEvent) => ({ x: event.clientX - (from?.x ?? 0), y: event.clientY - (from?.y ?? 0) })

  function placeBelow(event: PointerEvent): string | null {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      if (node.contains(element)) continue
      const place = element.closest<HTMLElement>('[data-drop]')
      if (place && !node.contains(place)) return place.dataset.drop ?? null
    }
    return null
  }

  function down(event: PointerEvent) {
    if (drag.enabled === false || event.button !== 0 || from) return
    from = { x: event.clientX, y: event.clientY, pointer: event.pointerId }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', giveUp)
    window.addEventListener('keydown', escape)
  }

  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.pointer) return
    const { x, y } = by(event)
    if (!moving && Math.hypot(x, y) < SLACK) return
    if (!moving) {
      moving = true
      node.dataset.dragging = ''
      node.setPointerCapture?.(from.pointer)
      drag.start?.(drag.id)
    }
    node.style.translate = `${x}px ${y}px`
    drag.over?.(drag.id, placeBelow(event))
  }

  function up(event: PointerEvent) {
    if (!from || event.pointerId !== from.pointer) return
    if (moving) {
      window.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0)
      drag.drop(drag.id, placeBelow(event), by(event))
    }
    rest()
  }

  function giveUp() {
    if (moving) drag.cancel?.(drag.id)
    rest()
  }

  function escape(event: KeyboardEvent) {
    if (event.key === 'Escape' && moving) giveUp()
  }

  function swallow(event: Event) {
    event.stopPropagation()
    event.preventDefault()
  }

  function rest() {
    from = null
    moving = false
    delete node.dataset.dragging
    node.style.translate = ''
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', giveUp)
    window.removeEventListener('keydown', escape)
  }

  function touch() {
    node.style.touchAction = drag.enabled === false ? '' : 'none'
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('dragstart', swallow)
  touch()
  return {
    update(next) {
      drag = next
      touch()
    },
    destroy() {
      rest()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('dragstart', swallow)
    },
  }
}
