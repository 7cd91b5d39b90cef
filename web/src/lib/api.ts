import type { Games, Me, Profile, Puzzle, Refused, Review, Table, Tables, NewTable } from './messages'

/** A message was not carried out; `code` is `offline` where the server could not be reached at all. */
export class Refusal extends Error {
  constructor(readonly code: string, readonly args: Record<string, unknown>, sentence: string) {
    super(sentence)
  }
}

/** How often something is asked again where the connection fails; a request that changes something is sent once. */
const TRIES = 3

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init: RequestInit = { method, headers: { 'Content-Type': 'application/json' }, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) }
  const response = await reach(path, init, method === 'GET' ? TRIES : 1)
  const text = await response.text()
  if (response.ok) return (text ? JSON.parse(text) : null) as Answer
  throw refusal(response.status, text)
}

async function reach(path: string, init: RequestInit, tries: number): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch {
    if (tries > 1) return new Promise((resolve) => setTimeout(resolve, 400)).then(() => reach(path, init, tries - 1))
    throw new Refusal('offline', {}, 'The server cannot be reached.')
  }
}

function refusal(status: number, text: string): Refusal {
  try {
    const { code, arguments: args, sentence } = JSON.parse(text) as Refused
    return new Refusal(code, args, sentence)
  } catch {
    return new Refusal('failed', { status }, `The server answered with an error (${status}).`)
  }
}

export const get = <Answer>(path: string): Promise<Answer> => ask('GET', path)
export const post = <Answer>(path: string, body?: unknown): Promise<Answer> => ask('POST', path, body)
export const patch = <Answer>(path: string, body?: unknown): Promise<Answer> => ask('PATCH', path, body)
export const remove = <Answer>(path: string): Promise<Answer> => ask('DELETE', path)

export const games = async () => (await get<Games>('/api/games')).games
export const whoami = () => get<Me>('/api/me')
export const profile = (player: string) => get<Profile>(`/api/players/${player}`)
export const tables = async () => (await get<Tables>('/api/tables')).tables
export const myTables = async () => (await get<Tables>('/api/tables/mine')).tables
export const puzzle = (date: string, game: string) => get<Puzzle>(`/api/puzzles/${date}?game=${game}`)
export const newTable = (wanted: NewTable) => post<Table>('/api/tables', wanted)
export const review = (table: string, from: number) => get<Review>(`/api/tables/${table}/review?from=${from}`)
export const record = (table: string) => get<MatchRecord>(`/api/tables/${table}/record`)

/** A match as `fivefold trace` reads it. */
export interface MatchRecord {
  game: string
  players: number
  options?: Record<string, unknown>
  shuffles?: string[]
  moves: [number, string][]
  [key: string]: unknown
}
