// The shell of the page stays there without a network: a page that was open once opens again, and says that the server is away.
// What is built has its content in its name, so it is kept and never asked for again; a page is asked for first, and taken from here if nothing comes.
const KEPT = 'fivefold-1'
const ALWAYS = ['/', '/manifest.webmanifest', '/icon.svg', '/icon-192.png']
const MOST = 240

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(keptFirst(event.request))
  else if (event.request.mode === 'navigate' && !url.pathname.startsWith('/api/')) event.respondWith(page(event.request))
})

/** The page and all that it loads at once. */
async function fill() {
  const cache = await caches.open(KEPT)
  await cache.addAll(ALWAYS)
  const html = await (await cache.match('/')).text()
  const loaded = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  await cache.addAll(loaded)
}

async function keptFirst(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) {
    await cache.put(request, fresh.clone())
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)))
  }
  return fresh
}

async function page(request) {
  try {
    const fresh = await fetch(request)
    if (fresh.ok) await (await caches.open(KEPT)).put('/', fresh.clone())
    return fresh
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}
