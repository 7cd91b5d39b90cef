/** Making tables, and what this browser remembers about them. */
import { newTable, post } from './api'
import type { GameLine, NewTable, Puzzle, Table } from './messages'
import { keepNonce } from './nonce'
import { ensure } from './player.svelte'
import { go } from './router.svelte'

/** The bots that somebody meets who has not asked for any in particular. */
const USUAL = ['medium', 'easy']
const KEPT = 'fivefold.level'

export function usualLevel(game: GameLine): string {
  return [localStorage.getItem(KEPT) ?? '', ...USUAL].find((level) => game.bots.includes(level)) ?? game.bots.at(-1)!
}

export const keepLevel = (level: string): void => localStorage.setItem(KEPT, level)

export async function open(wanted: NewTable): Promise<Table> {
  await ensure()
  const table = await newTable(wanted)
  if (table.status === 'open' && table.you.seat !== null) await post<Table>(`/api/tables/${table.id}/sit`, { seat: table.you.seat, nonce: keepNonce(table) })
  await go(`/t/${table.id}`)
  return table
}

export const playNow = (game: GameLine): Promise<Table> =>
  open({ game: game.id, start: true, ...(game.most > 1 ? { bots: usualLevel(game) } : {}) })

export const withFriends = (game: GameLine): Promise<Table> => open({ game: game.id })

export async function again(table: Table): Promise<void> {
  const next = await post<Table>(`/api/tables/${table.id}/rematch`)
  await go(`/t/${next.id}`)
}

// --- puzzles --------------------------------------------------------------------------------------------------------

const SOLVED = 'fivefold.puzzles'

/** By puzzle: the tables at which it was tried, and the best score so far. */
interface Tried { tables: string[]; best: number | null; solved: boolean }

export function puzzlesTried(): Record<string, Tried> {
  try {
    return JSON.parse(localStorage.getItem(SOLVED) ?? '{}') as Record<string, Tried>
  } catch {
    return {}
  }
}

const named = (puzzle: Puzzle): string => `${puzzle.date} ${puzzle.game}`

export const triedOf = (puzzle: Puzzle): Tried | undefined => puzzlesTried()[named(puzzle)]

export async function tryPuzzle(puzzle: Puzzle): Promise<void> {
  const table = await open({ game: puzzle.game, players: puzzle.players, options: puzzle.options, puzzle: puzzle.date, start: true })
  remember(named(puzzle), (tried) => ({ ...tried, tables: [...tried.tables, table.id].slice(-20) }))
}

/** A match is over: if it was at a puzzle's table, the own result is kept. */
export function keepResult(table: string, score: number, solved: boolean, fewerIsBetter: boolean): void {
  for (const [name, tried] of Object.entries(puzzlesTried())) {
    if (!tried.tables.includes(table)) continue
    const better = tried.best === null || (fewerIsBetter ? score < tried.best : score > tried.best)
    remember(name, () => ({ ...tried, best: better ? score : tried.best, solved: tried.solved || solved }))
  }
}

function remember(name: string, change: (tried: Tried) => Tried): void {
  const all = puzzlesTried()
  const newest = Object.entries({ ...all, [name]: change(all[name] ?? { tables: [], best: null, solved: false }) }).slice(-60)
  localStorage.setItem(SOLVED, JSON.stringify(Object.fromEntries(newest)))
}
