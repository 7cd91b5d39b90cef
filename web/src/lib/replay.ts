/** Matches that are over, move by move: the server replays a record, and shows it as a seat saw it or all open. */
import { post, type MatchRecord } from './api'
import type { Replayed } from './messages'

/** Plies asked for at once. */
const PART = 24

export type Eyes = number | 'all' | 'spectator'
export interface Moment {
  view: Replayed['moments'][number]['view']
  events: Replayed['moments'][number]['events']
}

/** The moments of a record through somebody's eyes, fetched in parts as they are looked at. */
export class Moments {
  private parts = new Map<number, Promise<Replayed>>()

  constructor(readonly record: MatchRecord, readonly eyes: Eyes) {}

  async at(ply: number): Promise<Moment> {
    const first = Math.floor(ply / PART) * PART
    const moments = (await this.part(first)).moments
    const moment = moments[ply - first]
    if (!moment) throw new Error(`no ply ${ply}`)
    return moment
  }

  private part(first: number): Promise<Replayed> {
    const known = this.parts.get(first)
    if (known) return known
    const asked = post<Replayed>('/api/replay', { record: bare(this.record), first, count: PART, ...(this.eyes === 'all' ? { open: true } : this.eyes === 'spectator' ? {} : { seat: this.eyes }) })
    this.parts.set(first, asked)
    asked.catch(() => this.parts.delete(first))
    return asked
  }
}

/** What is needed to replay a record, without what else stands in it. */
export const bare = ({ game, players, options, shuffles, moves }: MatchRecord): MatchRecord => ({ game, players, options: options ?? {}, shuffles: shuffles ?? [], moves })

export async function read(file: File): Promise<MatchRecord> {
  const record = JSON.parse(await file.text()) as MatchRecord
  if (typeof record !== 'object' || record === null || typeof record.game !== 'string' || !Array.isArray(record.moves)) throw new SyntaxError('no record')
  return record
}

export function save(record: MatchRecord): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: 'application/json' }))
  link.download = `fivefold-${record.game}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
