import { list, type Translate } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { cardName, type View } from './view'

export function sentence(view: View, names: string[], t: Translate): string {
  const { table, seat } = view
  if (view.over) return ending(view, names, t)
  if (table.phase === 'taking') return sharingOut(view, names, t)
  const card = cardName(table.card!, table, t)
  const waiting = list(view.to_act.map((other) => names[other]!))
  if (seat === null || !view.to_act.includes(seat)) return t(seat === null ? 'score5.they_bid' : 'score5.you_are_ready', { card, names: waiting })
  return [leftOver(view, t), t(table.phase === 'placing' ? 'score5.place_bid' : 'score5.adjust_bid', { card })].filter(Boolean).join(' ')
}

/** The card before this one, if nobody bid for it. */
function leftOver({ table }: View, t: Translate): string {
  const last = table.finished.at(-1)
  return last && last.winner === null && table.phase === 'placing' ? t('score5.nobody_bid', { card: cardName(last.card, table, t) }) : ''
}

function sharingOut({ table, seat }: View, names: string[], t: Translate): string {
  const { winner, taker, sums } = table.revealed!
  const said = { card: cardName(table.card!, table, t), name: names[winner!]!, sum: sums[winner!]!, taker: names[taker!]! }
  if (taker === seat) return t('score5.take_now', said)
  return t(winner === seat ? 'score5.they_take_yours' : 'score5.they_take', said)
}

function ending({ winners, scores, seat }: View, names: string[], t: Translate): string {
  const n = scores[winners[0]!]!
  if (winners.length > 1) return t('score5.shared', { names: list(winners.map((winner) => names[winner]!)), n })
  return t(winners[0] === seat ? 'score5.you_win' : 'score5.wins', { name: names[winners[0]!]!, n })
}

export function announce(event: GameEvent, view: View, names: string[], t: Translate): string {
  const { table } = view
  const own = event.seat === view.seat
  const name = names[event.seat]!
  const [verb = '', taken = ''] = event.move.split(' ')
  if (verb === 'take') {
    const took = t(own ? 'score5.you_took' : 'score5.took', { name, card: cardName(taken, table, t) })
    return [took, ...(table.phase === 'taking' ? [] : [next(view, names, t)])].join(' ')
  }
  if (verb === 'ready') return [t(own ? 'score5.you_say_ready' : 'score5.says_ready', { name }), ...(table.ready.length ? [] : [opened(view, names, t)])].join(' ')
  const n = table.bid_sizes[event.seat] ?? 0
  if (own) return t(verb.startsWith('+') ? 'score5.you_add' : 'score5.you_remove', { card: cardName(verb.slice(1), table, t) })
  return t(verb.startsWith('+') ? 'score5.adds' : 'score5.removes', { name, cards: t('score5.cards', { n }) })
}

/** What came of all being ready. */
function opened(view: View, names: string[], t: Translate): string {
  const { table } = view
  if (table.phase === 'adjusting') {
    const sizes = names.map((name, seat) => t('score5.size_of', { name, cards: t('score5.cards', { n: table.bid_sizes[seat] ?? 0 }) }))
    return t('score5.sizes_shown', { sizes: list(sizes) })
  }
  if (table.phase !== 'taking') return [t('score5.nobody_bid', { card: cardName(table.finished.at(-1)!.card, table, t) }), next(view, names, t)].join(' ')
  const { sums, winner } = table.revealed!
  const bids = list(names.map((name, seat) => t('score5.sum_of', { name, sum: sums[seat]! })))
  return t(winner === view.seat ? 'score5.you_won_card' : 'score5.won_card', { bids, name: names[winner!]!, card: cardName(table.card!, table, t) })
}

const next = (view: View, names: string[], t: Translate): string => (view.over ? ending(view, names, t) : t('score5.turned_up', { card: cardName(view.table.card!, view.table, t) }))

/** Bids that have just been opened are read; a card that is taken is followed with the eye. */
export const pace = (event: GameEvent, { table }: View): number => (event.move !== 'ready' ? 900 : table.phase === 'taking' ? 2600 : 500)
