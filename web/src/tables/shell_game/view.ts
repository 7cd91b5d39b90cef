import type { Mark } from '../../lib/shapes'
import type { GameView } from '../../lib/table'

/** `P` point, `L` line, `T` triangle, `S` square. */
export type Symbol = 'P' | 'L' | 'T' | 'S'
export const SYMBOLS: Symbol[] = ['P', 'L', 'T', 'S']
export const MARK_OF: Record<Symbol, Mark> = { P: 1, L: 2, T: 3, S: 4 }

/** What a view of the Shell Game holds under `table`; see games/shell_game/view.py. Positions are 1 to 4. */
export interface ShellGameTable {
  phase: 'set' | 'cover' | 'shift' | 'ask' | 'flip' | 'over'
  round: number
  mover: number | null
  seeker: number | null
  seekers: number[]
  study_seconds: number
  /** What lies at each position: a symbol while it is studied, `?` from then on, null where nothing lies. */
  row: (Symbol | '?' | null)[]
  face_down: Symbol[]
  shifts: number
  shifts_left: number
  asked: Symbol | null
  asks: Ask[]
  unused: number[]
  won: { owner: number; symbol: Symbol }[][]
}

/** One ask; what came of it is null until a piece is flipped. `taken`: the pieces that were won, by position. */
export interface Ask {
  seeker: number
  asked: Symbol
  position: number | null
  found: Symbol | null
  keeper: number | null
  taken: [number, Symbol][]
}

export type View = GameView<ShellGameTable>

/** Whose row lies or was asked about last: until a new row is set, the asks are about the row before. */
export function moverOfAsks({ table, players }: View): number {
  if (table.phase === 'over') return players - 1
  return table.phase === 'set' ? (table.mover! + players - 1) % players : table.mover!
}

/** The two positions of a shift; null if the move is something else. */
export function shiftOf(move: string | undefined): [number, number] | null {
  const [from, to] = (move ?? '').split('>').map(Number)
  return from && to ? [from, to] : null
}
