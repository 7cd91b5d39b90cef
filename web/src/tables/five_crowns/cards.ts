import type { Translate } from '../../lib/i18n.svelte'
import type { Colour, Shape } from '../../lib/shapes'

/** Cards of Five Crowns by their text, such as `10H`, `K*` (stars), `Jo` (a joker); the Solitaire is played with them, too. */
export const SUITS: Record<string, { colour: Colour; shape: Shape }> = {
  '*': { colour: 'yellow', shape: 'star' },
  H: { colour: 'red', shape: 'heart' },
  C: { colour: 'green', shape: 'club' },
  S: { colour: 'purple', shape: 'spade' },
  D: { colour: 'blue', shape: 'rhombus' },
}
export const JOKER = 'Jo'

export const rankOf = (card: string): string => (card === JOKER ? '' : card.slice(0, -1))
export const suitOf = (card: string): string => (card === JOKER ? '' : card.slice(-1))
export const isWild = (card: string, wild: string): boolean => card === JOKER || rankOf(card) === wild

export function cardName(card: string, t: Translate): string {
  return card === JOKER ? t('five_crowns.joker') : t('five_crowns.card', { rank: t(`five_crowns.rank.${rankOf(card)}`), suit: t(`five_crowns.suit.${suitOf(card)}`) })
}

/** A hand in its best melds; `as` is what a wild card stands for. */
export interface Laid {
  melds: Meld[]
  unused: string[]
  points: number
}
export interface Meld {
  kind: 'book' | 'run'
  cards: { card: string; as: string | null }[]
}

/** "run of clubs", "book of nines", "wild cards". */
export function meldName({ kind, cards }: Meld, t: Translate): string {
  const first = cards.find(({ as }) => as === null) ?? cards[0]!
  if (kind === 'run') return t('five_crowns.run', { suit: t(`five_crowns.suit.${suitOf(first.as ?? first.card)}`) })
  if (cards.every(({ card, as }) => as === null && card === JOKER)) return t('five_crowns.wild_book')
  return t('five_crowns.book', { ranks: t(`five_crowns.ranks.${rankOf(first.card) || first.as}`) })
}

export interface Named {
  id: string
  card: string
}

/** Each card of a hand with a name of its own, though the same card may be there twice. */
export function named(cards: string[]): Named[] {
  const seen = new Map<string, number>()
  return cards.map((card) => {
    const copy = seen.get(card) ?? 0
    seen.set(card, copy + 1)
    return { id: `${card}#${copy}`, card }
  })
}

export const cardOf = (id: string): string => id.split('#')[0]!

/** The cards of a hand, meld after meld, each with the number of its meld; what stays unused comes last, as number -1. */
export function inMelds({ melds, unused }: Laid): { cards: Named[]; groups: Map<string, number> } {
  const numbers = [...melds.flatMap((meld, index) => meld.cards.map(() => index)), ...unused.map(() => -1)]
  const cards = named([...melds.flatMap((meld) => meld.cards.map(({ card }) => card)), ...unused])
  return { cards, groups: new Map(cards.map(({ id }, index) => [id, numbers[index]!])) }
}
