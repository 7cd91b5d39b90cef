/**
 * A table as it is now, from its feed. Views come one by one, at a pace that can be followed; a lost connection is taken
 * up again by itself where it was lost, and what was chosen meanwhile is sent then.
 */
import type { Accepted, Advice, ChatLine, FromClient, FromServer, Happened, Play, Refused, Table, Times, Welcome } from './messages'
import { keep, kept, newId } from './outbox'
import { settings } from './settings.svelte'
import type { GameEvent, GameView } from './table'

/** Milliseconds: how long an event is looked at, how soon a lost connection is tried again, and when silence means it is lost. */
const LOOK = 650
const OWN = 250
const AGAIN = [200, 500, 1000, 2000, 4000]
const SILENCE = 25_000
const BEAT = 10_000
/** With more than this to show, the rest is shown at once. */
const BEHIND = 16

type Unnamed<Message> = Message extends unknown ? Omit<Message, 'id'> : never

export interface Listener {
  /** An entry of the log was shown; `event` is its last one. */
  shown?: (entry: Happened) => void
  /** An entry that was missed, and has no view. */
  missed?: (entry: Happened) => void
  refused?: (refusal: Refused) => void
  chatted?: (line: ChatLine) => void
}

export class Feed {
  table = $state.raw<Table | null>(null)
  view = $state.raw<GameView | null>(null)
  event = $state.raw<GameEvent | null>(null)
  /** The view has changed by more than one event: nothing to animate. */
  still = $state(true)
  seq = $state(0)
  times = $state.raw<Times | null>(null)
  /** The server's clock is ahead of ours by so much. */
  ahead = $state(0)
  chat = $state.raw<ChatLine[]>([])
  phrases = $state.raw<string[]>([])
  advice = $state.raw<Advice | null>(null)
  connected = $state(false)
  /** Never connected so far. */
  fresh = $state(true)
  waiting = $state.raw<Play[]>([])
  /** How long an entry is looked at, if the game says so. */
  pace: ((event: GameEvent, view: GameView) => number) | null = null

  private socket: WebSocket | null = null
  private queue: Happened[] = []
  private showing = 0
  private tries = 0
  private again = 0
  private beating = 0
  private heard = 0
  private closed = false
  /** By id: the seq at which an acknowledged message is in the log. */
  private acknowledged = new Map<string, number>()

  constructor(readonly id: string, private listener: Listener) {
    this.waiting = kept(id)
    this.connect()
    this.beating = window.setInterval(() => this.beat(), BEAT)
    window.addEventListener('online', this.hurry)
    window.addEventListener('offline', this.lost)
    document.addEventListener('visibilitychange', this.hurry)
  }

  close(): void {
    this.closed = true
    clearInterval(this.beating)
    clearTimeout(this.again)
    clearTimeout(this.showing)
    window.removeEventListener('online', this.hurry)
    window.removeEventListener('offline', this.lost)
    document.removeEventListener('visibilitychange', this.hurry)
    this.socket?.close()
  }

  // --- the connection -------------------------------------------------------------------------------------------------

  private connect(): void {
    const after = this.fresh ? '' : `?after=${this.newest()}`
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${this.id}/socket${after}`)
    this.socket = socket
    this.heard = Date.now()
    socket.onmessage = (message) => {
      if (socket !== this.socket) return
      this.heard = Date.now()
      this.receive(JSON.parse(message.data as string) as FromServer)
    }
    socket.onclose = () => {
      if (socket === this.socket) this.lost()
    }
  }

  private lost = (): void => {
    const socket = this.socket
    this.socket = null
    this.connected = false
    socket?.close()
    clearTimeout(this.again)
    if (this.closed) return
    this.again = window.setTimeout(() => this.connect(), AGAIN[Math.min(this.tries++, AGAIN.length - 1)])
  }

  /** Somebody else reads this now (a guest got a name): what they may see is told anew. */
  renew(): void {
    this.fresh = true
    this.connected = false
    clearTimeout(this.again)
    const socket = this.socket
    this.connect()
    socket?.close()
  }

  /** The network is back, or the page is looked at again: no need to wait. */
  private hurry = (): void => {
    if (this.connected || document.hidden || this.closed) return
    clearTimeout(this.again)
    this.socket?.close()
    this.connect()
  }

  private beat(): void {
    if (!this.socket) return
    if (Date.now() - this.heard > SILENCE) this.lost()
    else if (this.connected) this.transmit({ type: 'beat' })
  }

  private transmit(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  // --- what comes in --------------------------------------------------------------------------------------------------

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'welcome': return this.welcome(message)
      case 'table': this.table = message.table; return
      case 'event': return this.happened(message)
      case 'accepted': return this.accepted(message)
      case 'refused': return this.refused(message)
      case 'hint': this.advice = message; return
      case 'chat': this.chat = [...this.chat, message.line]; this.listener.chatted?.(message.line); return
    }
  }

  private welcome(message: Welcome): void {
    const same = !this.fresh && message.seq === this.newest()
    this.table = message.table
    this.chat = message.chat
    this.phrases = message.phrases
    this.connected = true
    this.fresh = false
    this.tries = 0
    this.keepTime(message.times)
    if (!same || !this.view) this.jump(message.seq, message.view as GameView | null)
    for (const play of this.waiting) if (!this.acknowledged.has(play.id!)) this.transmit(play)
  }

  private jump(seq: number, view: GameView | null): void {
    clearTimeout(this.showing)
    this.showing = 0
    this.queue = []
    this.still = true
    this.event = null
    this.seq = seq
    this.view = view
    this.clear()
  }

  private happened(entry: Happened): void {
    if (entry.view === null) return this.listener.missed?.(entry)
    this.queue.push(entry)
    if (!this.showing) this.next()
  }

  /** Shows the next entry, and the one after it when this has been looked at. */
  private next = (): void => {
    this.showing = 0
    const entry = this.queue.shift()
    if (!entry) return
    const view = entry.view as GameView
    const event = entry.events.at(-1) ?? null
    this.still = document.hidden || this.queue.length > BEHIND
    this.advice = null
    this.event = event
    this.seq = entry.seq
    this.view = view
    this.keepTime(entry.times)
    this.clear()
    this.listener.shown?.(entry)
    this.showing = window.setTimeout(this.next, this.still ? 0 : this.looked(event, view))
  }

  private looked(event: GameEvent | null, view: GameView): number {
    if (!event || settings.pace === 'none') return 0
    const time = this.pace?.(event, view) ?? (event.seat === view.seat ? OWN : LOOK)
    return settings.pace === 'quick' ? time / 2.5 : time
  }

  /** Whoever does not want to wait touches the table: everything is shown at once. */
  skip(): void {
    if (!this.queue.length) return
    clearTimeout(this.showing)
    const skipped = this.queue.splice(0, this.queue.length - 1)
    for (const entry of skipped) this.listener.shown?.(entry)
    this.next()
  }

  private newest(): number {
    return this.queue.at(-1)?.seq ?? this.seq
  }

  private keepTime(times: Times | null): void {
    this.times = times
    if (times) this.ahead = times.now - Date.now()
  }

  // --- what goes out --------------------------------------------------------------------------------------------------

  /** Moves are kept until they are acknowledged. */
  play(moves: string[]): void {
    const message: Play = { type: 'play', id: newId(), seq: this.seq, moves }
    this.waiting = [...this.waiting, message]
    keep(this.id, this.waiting)
    if (this.connected) this.transmit(message)
  }

  /** All else is sent at once, or not at all. */
  send(message: Unnamed<FromClient>): boolean {
    this.transmit({ ...message, id: newId() } as FromClient)
    return this.connected
  }

  private accepted(answer: Accepted): void {
    if (answer.id) this.acknowledged.set(answer.id, answer.seq)
    this.clear()
  }

  private refused(refusal: Refused): void {
    this.forget((play) => play.id === refusal.id)
    this.listener.refused?.(refusal)
  }

  /** What is in the log and shown is no longer waiting. */
  private clear(): void {
    this.forget((play) => (this.acknowledged.get(play.id!) ?? Infinity) <= this.seq)
  }

  private forget(done: (play: Play) => boolean): void {
    const left = this.waiting.filter((play) => !done(play))
    if (left.length === this.waiting.length) return
    this.waiting = left
    keep(this.id, left)
  }
}
