/** What happened at a table, in the words in which it was told; kept while the browser is open, so that a reload does not lose it. */
import { t } from '../lib/i18n.svelte'
import type { Happened } from '../lib/messages'

export interface Line {
  seq: number
  seat: number | null
  text: string
  moves: string[]
}

const MOST = 400

export class History {
  lines = $state.raw<Line[]>([])
  private readonly place: string

  constructor(table: string) {
    this.place = `fivefold.history.${table}`
    try {
      this.lines = JSON.parse(sessionStorage.getItem(this.place) ?? '[]') as Line[]
    } catch {
      this.lines = []
    }
  }

  /** The moves of a seat, in order: what a lesson compares. */
  of(seat: number): string[] {
    return this.lines.filter((line) => line.seat === seat).flatMap((line) => line.moves)
  }

  add(entry: Happened, text: string, remembered: (move: string) => string = (move) => move): void {
    if (!text || this.lines.some((line) => line.seq === entry.seq)) return
    const line = { seq: entry.seq, seat: entry.seat, text, moves: entry.events.map((event) => remembered(event.move)) }
    this.lines = [...this.lines, line].sort((a, b) => a.seq - b.seq).slice(-MOST)
    sessionStorage.setItem(this.place, JSON.stringify(this.lines))
  }

  /** Nothing is known of the table at that moment: the move as it is written. */
  missed(entry: Happened, names: string[], remembered: (move: string) => string = (move) => move): void {
    const name = names[entry.seat ?? -1] ?? ''
    const text = entry.kind === 'moves' ? entry.events.map((event) => t('history.plain', { name: names[event.seat] ?? '', move: remembered(event.move) })).join(' ') : t(`kind.${entry.kind}`, { name })
    this.add(entry, text, remembered)
  }
}
