import type { Colour, Shape } from '../../lib/shapes'
import type { GameView } from '../../lib/table'
import type { Translate } from '../../lib/i18n.svelte'

/** The part of a view that is Fives' own. */
export interface Fives {
  hand: number
  trick: number
  leader: number
  led: string | null
  lying: { seat: number; card: string; face_down: boolean }[]
  winning: number | null
  cards: (string[] | null)[]
  counts: number[]
  lacks: string[]
  won: string[][]
  sums: number[]
  chips: number[]
  carried: number
  finished_hands: { sums: number[]; chips: number[]; parts: { rank: number; exact: number; bust: number; bonus: number }[] }[]
}
export type FivesView = GameView<Fives>

/** One engine, two sets of names: which letter is which colour, the first being that of the 5 on every back, the last trump. */
export type Pack = Record<string, { colour: Colour; shape: Shape }>

const PACKS: Record<string, Pack> = {
  fives: {
    M: { colour: 'magenta', shape: 'pentagon' },
    B: { colour: 'blue', shape: 'circle' },
    G: { colour: 'green', shape: 'triangle' },
    S: { colour: 'silver', shape: 'rhombus' },
  },
  green_fivura: {
    G: { colour: 'green', shape: 'triangle' },
    O: { colour: 'orange', shape: 'cross' },
    K: { colour: 'pink', shape: 'drop' },
    P: { colour: 'purple', shape: 'pentagon' },
  },
}

export const packOf = (view: FivesView): Pack => PACKS[view.game]!
export const trumpOf = (view: FivesView): string => Object.keys(packOf(view)).at(-1)!
export const fiveOf = (view: FivesView): string => `${Object.keys(packOf(view))[0]}5`
export const TARGET = 25

/** A move is a card, or a card face down: `B10`, `B10=M5`; others' cards face down are only `M5`. */
export const frontOf = (move: string): string => move.split('=')[0]!
export const isDown = (move: string, view: FivesView): boolean => move.includes('=') || move === fiveOf(view)

export function cardName(card: string, view: FivesView, t: Translate): string {
  return t('card', { colour: colourName(card[0]!, view, t), label: card.slice(1) })
}

/** A colour's name; as a sentence begins with it, if `first`. */
export function colourName(letter: string, view: FivesView, t: Translate, first = false): string {
  const { colour } = packOf(view)[letter]!
  return first ? t(`Colour.${colour}`) : t(`colour.${colour}`)
}

/** The 5 on every back, by its name: the Magenta 5. */
export const fiveName = (view: FivesView, t: Translate): string => t('fives.the_five', { colour: colourName(fiveOf(view)[0]!, view, t, true) })
