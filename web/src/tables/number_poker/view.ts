import type { GameView } from '../../lib/table'

/** What a hand holds: `1` to `4`, `-` the empty hand, `pass`, `?` where it is closed. */
export type Choice = string

export interface NumberPokerTable {
  /** By seat, how many pieces of 1, 2, 3 and 4 are left. */
  pieces: number[][]
  empty_hand: boolean[]
  /** The seats whose hand is closed already. */
  closed: number[]
  choice: (Choice | null)[]
  /** What the hands showed when they opened last. */
  shown: (Choice | null)[]
  claimer: number | null
  claimed: number | null
  keeper: number | null
  won: number[][]
}

export type View = GameView<NumberPokerTable>

export const VALUES = [1, 2, 3, 4] as const

export const isPiece = (choice: Choice | null): boolean => choice !== null && /^[1-4]$/.test(choice)

/** Each piece of a row of counts by itself, the lowest first. */
export const spread = (counts: number[]): number[] => counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1))

export type Fate = 'kept' | 'taken' | 'lost' | 'open'

/** What became of the piece that a seat showed last. */
export function fate(table: NumberPokerTable, seat: number): Fate {
  if (table.keeper === seat) return 'kept'
  if (table.claimed === seat) return 'taken'
  return table.claimer === null ? 'lost' : 'open'
}

/** Whose empty hand took a piece when the hands opened last. */
export const taker = (table: NumberPokerTable): number | null => (table.claimed === null ? null : table.shown.indexOf('-'))
