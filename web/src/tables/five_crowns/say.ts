import { list, type Translate } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { cardName } from './cards'
import { isFresh, type View } from './view'

export function sentence(view: View, names: string[], t: Translate): string {
  if (view.over) return ending(view, names, t)
  const { table, seat } = view
  const own = seat !== null && table.turn === seat
  const said = { name: names[table.turn!]!, card: table.discards.length ? cardName(table.discards.at(-1)!, t) : '' }
  const before = table.out !== null ? t(table.out === seat ? 'five_crowns.you_are_out' : 'five_crowns.is_out', { name: names[table.out]! }) : ''
  return [before, own ? ownTurn(view, said, t) : t(table.phase === 'take' ? 'five_crowns.they_take' : 'five_crowns.they_discard', said)].filter(Boolean).join(' ')
}

function ownTurn({ table, legal }: View, said: { card: string }, t: Translate): string {
  if (table.phase === 'take') return t(table.out !== null ? 'five_crowns.take_last' : 'five_crowns.take', said)
  if (legal.some((move) => move.startsWith('out'))) return t('five_crowns.can_go_out')
  return t(table.out !== null ? 'five_crowns.discard_last' : 'five_crowns.discard')
}

function ending({ winners, scores, seat }: View, names: string[], t: Translate): string {
  const n = scores[winners[0]!]!
  if (winners.length > 1) return t('five_crowns.shared', { names: list(winners.map((winner) => names[winner]!)), n })
  return t(winners[0] === seat ? 'five_crowns.you_win' : 'five_crowns.wins', { name: names[winners[0]!]!, n })
}

export function announce(event: GameEvent, view: View, names: string[], t: Translate): string {
  const [verb = '', card = ''] = event.move.split(' ')
  const key = `five_crowns.${event.seat === view.seat ? 'you_' : 'they_'}did_${verb}`
  return [t(key, { name: names[event.seat]!, card: card ? cardName(card, t) : '' }), roundOver(view, names, t)].filter(Boolean).join(' ')
}

/** If the event ended a round: its points. */
function roundOver(view: View, names: string[], t: Translate): string {
  const last = view.table.last_round
  if (!last || !(view.over || isFresh(view))) return ''
  const points = names.flatMap((name, seat) => (last.hands[seat] ? [t('five_crowns.points_of', { name, points: last.points[seat]! })] : []))
  return [t('five_crowns.points_told', { n: last.round, points: list(points) }), view.over ? ending(view, names, t) : ''].filter(Boolean).join(' ')
}

/** Somebody going out, and hands laid out at the end of a round, are looked at for longer. */
export const pace = (event: GameEvent, view: View): number => (isFresh(view) || view.over ? 3500 : event.move.startsWith('out') ? 1800 : event.move.startsWith('discard') ? 650 : 450)
