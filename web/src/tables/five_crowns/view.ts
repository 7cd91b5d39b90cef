import type { GameView } from '../../lib/table'
import type { Laid } from './cards'

/** What a view of Five Crowns holds under `table`; see games/five_crowns/view.py. */
export interface FiveCrownsTable {
  round: number
  tiebreaker: boolean
  /** The rank that is wild, besides jokers. */
  wild: string
  cards_each: number
  in_round: number[]
  starter: number | null
  turn: number | null
  phase: 'take' | 'discard' | null
  turns: number
  turn_limit: number
  /** Who went out, and how many last turns are left then. */
  out: number | null
  last_turns: number
  hands: (string[] | null)[]
  counts: number[]
  /** What a seat picked up openly and still holds. */
  known: string[][]
  pile: number
  pile_cards: string[] | null
  /** The top one last. */
  discards: string[]
  laid: (Laid | null)[]
  best: Laid | null
  /** Before a discard, by card: the melds of the others. */
  after: Record<string, Laid> | null
  last_round: { round: number; wild: string; out: number | null; hands: (Laid | null)[]; points: number[] } | null
  /** By finished round, then by seat. */
  sheet: number[][]
  tiebreaker_points: (number | null)[] | null
}

export type View = GameView<FiveCrownsTable>

export const ROUNDS = 11
/** The ranks in the order of the rounds in which they are wild. */
export const WILD_RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']

/** A round has just begun: nobody has done anything. */
export const isFresh = ({ table }: View): boolean => table.turns === 0 && table.phase === 'take'
