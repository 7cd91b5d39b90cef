/** Where the reader is. Addresses are ordinary links; a click on one of our own changes the page without loading it. */
import { tick } from 'svelte'

export type Page = 'home' | 'table' | 'rules' | 'learn' | 'replay' | 'me' | 'about' | 'missing'
export interface Place {
  page: Page
  /** The table or game that the address names. */
  name: string
  query: URLSearchParams
}

const ADDRESSES: [RegExp, Page][] = [
  [/^\/$/, 'home'],
  [/^\/t\/([\w-]+)$/, 'table'],
  [/^\/rules\/(\w+)$/, 'rules'],
  [/^\/learn\/(\w+)$/, 'learn'],
  [/^\/replay(?:\/([\w-]+))?$/, 'replay'],
  [/^\/me$/, 'me'],
  [/^\/about$/, 'about'],
]

function read(): Place {
  const query = new URLSearchParams(location.search)
  for (const [pattern, page] of ADDRESSES) {
    const match = pattern.exec(location.pathname)
    if (match) return { page, name: match[1] ?? '', query }
  }
  return { page: 'missing', name: '', query }
}

const here = $state<{ place: Place }>({ place: read() })

export const place = (): Place => here.place

export async function go(path: string, replace = false): Promise<void> {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  await arrive()
  scrollTo(0, 0)
}

/** At a new page the focus is on its content, so that a keyboard or a screen reader goes on from there. */
async function arrive(): Promise<void> {
  const before = here.place
  const left = document.getElementById('content')
  here.place = read()
  if (before.page === here.place.page && before.name === here.place.name) return
  await tick()
  for (let frame = 0; frame < 120; frame++) {
    const content = document.getElementById('content')
    if (content && content !== left) return content.focus({ preventScroll: true })
    await new Promise(requestAnimationFrame)
  }
}

/** The content was replaced under the reader: the focus, if it went with it, goes to what is there now. */
export async function stay(): Promise<void> {
  await tick()
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

/** Changes what the address says without going anywhere: the ply of a replay. */
export const note = (path: string): void => history.replaceState(null, '', path)

export function listen(): void {
  window.addEventListener('popstate', () => void arrive())
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api/')) return
    event.preventDefault()
    void go(link.pathname + link.search)
  })
}
