import type { Translate } from '../../lib/i18n.svelte'
import { list } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { isPiece, taker, type View } from './view'

/** `1` to `4`, the empty hand or a pass, as words. */
export function held(choice: string, t: Translate): string {
  if (isPiece(choice)) return t('number_poker.the_piece', { value: choice })
  return t(choice === '-' ? 'number_poker.the_empty_hand' : 'number_poker.nothing')
}

/** What came of the last opening. */
export function result({ table, seat }: View, names: string[], t: Translate): string {
  if (table.shown.every((shown) => shown === null)) return ''
  const parts: string[] = []
  const by = taker(table)
  if (by !== null) parts.push(t(table.claimed === seat ? 'number_poker.took_yours' : 'number_poker.took', { name: names[by]!, value: table.shown[table.claimed!]!, other: names[table.claimed!]! }))
  if (table.keeper !== null) parts.push(t('number_poker.kept', { name: names[table.keeper]!, value: table.shown[table.keeper]! }))
  else if (table.claimer === null) parts.push(t('number_poker.none_kept'))
  return parts.join(' ')
}

export function sentence(view: View, names: string[], t: Translate): string {
  const { table, seat } = view
  if (view.over) return `${result(view, names, t)} ${ending(view, names, t)}`
  if (table.claimer !== null) return table.claimer === seat ? t('number_poker.claim') : t('number_poker.claims', { name: names[table.claimer]! })
  const before = result(view, names, t)
  if (seat !== null && view.to_act.includes(seat)) return `${before} ${t('number_poker.choose')}`.trim()
  const waiting = list(view.to_act.map((other) => names[other]!))
  const mine = seat === null ? null : table.choice[seat]
  if (mine) return t('number_poker.you_hold', { held: held(mine, t), names: waiting })
  return `${before} ${t('number_poker.waiting', { names: waiting })}`.trim()
}

function ending(view: View, names: string[], t: Translate): string {
  const n = view.scores[view.winners[0]!]!
  const who = list(view.winners.map((winner) => names[winner]!))
  if (view.winners.length > 1) return t('number_poker.shared', { names: who, n })
  return t(view.winners[0] === view.seat ? 'number_poker.you_win' : 'number_poker.wins', { name: who, n })
}

export function announce(event: GameEvent, view: View, names: string[], t: Translate): string {
  const { table } = view
  const name = names[event.seat]!
  if (event.move.startsWith('take')) return result(view, names, t)
  const opened = table.closed.length === 0
  if (!opened) return event.seat === view.seat && event.move !== '?' ? t('number_poker.you_chose', { held: held(event.move, t) }) : t('number_poker.has_chosen', { name })
  const hands = table.shown.flatMap((shown, seat) => (shown === null ? [] : [t('number_poker.shows', { name: names[seat]!, held: held(shown, t) })]))
  return [t('number_poker.hands_open', { hands: list(hands) }), result(view, names, t)].filter(Boolean).join(' ')
}
