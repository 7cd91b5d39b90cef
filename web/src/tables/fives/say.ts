import type { Translate } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { cardName, colourName, fiveName, frontOf, isDown, type FivesView } from './pack'

export function sentence(view: FivesView, names: string[], t: Translate): string {
  if (view.over) return ending(view, names, t)
  const mover = view.to_act[0]!
  const beginning = view.table.lying.length === 0
  if (mover !== view.seat) return t(beginning ? 'fives.they_lead' : 'fives.they_play', { name: names[mover]! })
  return beginning ? t('fives.you_lead', { five: fiveName(view, t) }) : following(view, t)
}

/** What may be played on the card led, told from what is legal. */
function following(view: FivesView, t: Translate): string {
  const { led, lying } = view.table
  const said = { colour: colourName(led!, view, t), Colour: colourName(led!, view, t, true), five: fiveName(view, t) }
  const up = view.legal.filter((move) => !isDown(move, view))
  const down = view.legal.filter((move) => isDown(move, view))
  const taken = lying.some((card) => card.face_down)
  const holds = up.length > 0 && up.every((card) => card[0] === led)
  if (!holds) return t(taken ? 'fives.free_up' : 'fives.free', said)
  if (taken) return t('fives.follow_taken', said)
  if (down.length === 0) return t('fives.follow', said)
  return t(down.every((move) => move[0] === led) && down.length === 1 ? 'fives.follow_single' : 'fives.follow_or_down', said)
}

function ending(view: FivesView, names: string[], t: Translate): string {
  const won = view.winners.map((seat) => names[seat]!)
  const n = view.scores[view.winners[0]!]!
  if (won.length > 1) return t('fives.shared', { names: won.join(', '), chips: t(`${view.game}.chips`, { n }) })
  return t(view.winners[0] === view.seat ? 'fives.you_win' : 'fives.they_win', { name: won[0]!, chips: t(`${view.game}.chips`, { n }) })
}

export function announce(event: GameEvent, view: FivesView, names: string[], t: Translate): string {
  const own = event.seat === view.seat
  const name = names[event.seat]!
  const five = fiveName(view, t)
  const front = frontOf(event.move)
  const played = !isDown(event.move, view)
    ? t(own ? 'fives.you_played' : 'fives.they_played', { name, card: cardName(front, view, t) })
    : own && event.move.includes('=')
      ? t('fives.you_played_down', { five, card: cardName(front, view, t) })
      : t('fives.they_played_down', { name, five })
  return [played, outcome(view, names, t)].filter(Boolean).join(' ')
}

/** What the last card of a trick or hand brought about. */
function outcome(view: FivesView, names: string[], t: Translate): string {
  const { lying, trick, leader, finished_hands: finished } = view.table
  if (lying.length > 0 && !view.over) return ''
  if (trick > 1 && !view.over) {
    const sum = view.table.sums[leader]!
    return t(leader === view.seat ? 'fives.you_take' : 'fives.they_take', { name: names[leader]!, sum })
  }
  const last = finished.at(-1)
  if (!last) return ''
  const sums = names.map((name, seat) => t('fives.name_sum', { name, sum: last.sums[seat]! })).join(', ')
  return t('fives.hand_over', { hand: finished.length, sums })
}

/** A whole trick is looked at for longer than a card. */
export const pace = (_: GameEvent, view: FivesView): number => (view.table.lying.length === 0 ? 1500 : 650)
