/** Movement that follows events. Nothing waits for it: the picture is right at once, and only looks as if it came from elsewhere. */
const DEAL = 320
const EASE = 'cubic-bezier(.2, .8, .2, 1)'

export const reduced = (): boolean => document.documentElement.dataset.motion === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** Lets `element` arrive from where `origin` is, or was (a rectangle taken before the view changed). */
export function arrive(element: Element, origin: Element | DOMRect, still: boolean, after = 0): Animation | null {
  if (still || reduced()) return null
  const from = origin instanceof Element ? origin.getBoundingClientRect() : origin
  const to = element.getBoundingClientRect()
  if (!from.width || !to.width) return null
  const x = from.x + from.width / 2 - to.x - to.width / 2
  const y = from.y + from.height / 2 - to.y - to.height / 2
  const scale = from.width / to.width
  return element.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], { duration: DEAL, delay: after, easing: EASE, fill: 'backwards', composite: 'accumulate' })
}

/** Lets `element` appear in its place. */
export function appear(element: Element, still: boolean, after = 0): Animation | null {
  if (still || reduced()) return null
  return element.animate([{ opacity: 0, scale: .85 }, { opacity: 1, scale: 1 }], { duration: DEAL * .7, delay: after, easing: EASE, fill: 'backwards' })
}

/** A short shake: that does not go. */
export function refuse(element: Element): void {
  if (reduced()) return
  element.animate([{ translate: '0' }, { translate: '-5px' }, { translate: '5px' }, { translate: '0' }], { duration: 180 })
}
