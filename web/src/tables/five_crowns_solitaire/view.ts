import type { GameView } from '../../lib/table'
import type { Laid } from '../five_crowns/cards'

export interface Pile extends Laid {
  size: number
  /** The rank that is wild in this pile, besides jokers. */
  wild: string
  closed: boolean
  cards: string[]
}

/** What a view of the Solitaire holds under `table`; see games/five_crowns_solitaire/view.py. */
export interface SolitaireTable {
  piles: Pile[]
  drawn: string | null
  to_draw: number
  /** What was left to draw, once it is over. */
  draws: string[] | null
  discards: string[]
  /** By move, such as `7 5C`, the points that would stay unused in its pile; 0 closes it. */
  after: Record<string, number>
  closing: string[]
}

export type View = GameView<SolitaireTable>

export const PILES = 11

/** The fewest points that can stay unused in a pile with the drawn card. */
export function bestWith(table: SolitaireTable, size: number): number {
  const points = Object.entries(table.after).flatMap(([move, left]) => (move.startsWith(`${size} `) ? [left] : []))
  return Math.min(...points)
}
