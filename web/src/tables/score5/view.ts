import type { Translate } from '../../lib/i18n.svelte'
import type { Colour, Shape } from '../../lib/shapes'
import type { GameView } from '../../lib/table'

export interface Best {
  /** By family, the card that counts. */
  families: Record<string, string | null>
  /** The family that the wild card belongs to, where it counts. */
  wild: string | null
  points: number
  tiebreaker: number | null
}

/** What a view of SCORE 5 holds under `table`; see games/score5/view.py. */
export interface Score5Table {
  auction: number
  auctions: number
  phase: 'placing' | 'adjusting' | 'taking' | 'over'
  card: string | null
  pile: { stars: number; two_stars: number; wild: number }
  hands: string[][]
  bids: (string[] | null)[]
  bid_sizes: (number | null)[]
  changes_left: number | null
  ready: number[]
  offered: string[]
  revealed: Revealed | null
  finished: { card: string; winner: number | null }[]
  best: Best[]
  /** What each legal move would do: the hand's points after taking. */
  moves: Record<string, { sum?: number; points?: number }>
  cards: Record<string, { family: string; value: number; tiebreaker: number }>
}

/** The bids as they were revealed last, and who takes what the winner bid. */
export interface Revealed {
  card: string
  winner: number | null
  bids: string[][]
  sums: number[]
  tiebreakers: (number | null)[]
  order: number[]
  shown: (string | null)[]
  taker: number | null
}

export type View = GameView<Score5Table>

export const FAMILIES: Record<string, { colour: Colour; shape: Shape }> = {
  green: { colour: 'green', shape: 'triangle' },
  red: { colour: 'red', shape: 'square' },
  yellow: { colour: 'yellow', shape: 'star' },
  purple: { colour: 'purple', shape: 'pentagon' },
  blue: { colour: 'blue', shape: 'circle' },
  wild: { colour: 'joker', shape: 'ring' },
}
const ORDER = Object.keys(FAMILIES)

export function cardName(card: string, table: Score5Table, t: Translate): string {
  const { family, value } = table.cards[card]!
  return family === 'wild' ? t('score5.wild_card', { label: value }) : t('card', { colour: t(`colour.${FAMILIES[family]!.colour}`), label: value })
}

/** Family by family, in each the lowest first. */
export function sorted(cards: string[], table: Score5Table): string[] {
  const place = (card: string): number => ORDER.indexOf(table.cards[card]!.family) * 1e6 + table.cards[card]!.value
  return [...cards].sort((one, other) => place(one) - place(other))
}

export const sumOf = (cards: string[], table: Score5Table): number => cards.reduce((sum, card) => sum + table.cards[card]!.value, 0)

/** The cards of a hand that count, as it is now. */
export const counting = (best: Best): Set<string> => new Set(Object.values(best.families).filter((card) => card !== null))
