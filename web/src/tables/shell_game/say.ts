import { list, type Translate } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { moverOfAsks, shiftOf, type Ask, type View } from './view'

export function sentence(view: View, names: string[], t: Translate): string {
  const { table } = view
  const last = table.asks.findLast((ask) => ask.found !== null)
  const before = last && (table.phase === 'ask' || table.phase === 'set' || view.over) ? result(last, view, names, t) : ''
  return [before, view.over ? ending(view, names, t) : now(view, names, t)].filter(Boolean).join(' ')
}

/** What is to be done. It never names what is covered. */
function now({ table, seat, to_act }: View, names: string[], t: Translate): string {
  const own = seat !== null && to_act.includes(seat)
  const said = { name: names[table.mover!]!, seeker: names[table.seeker!]!, left: table.shifts_left, shifts: table.shifts }
  switch (table.phase) {
    case 'set':
      return t(own ? 'shell_game.set_now' : 'shell_game.they_set', said)
    case 'cover':
      return t(own ? 'shell_game.cover_now' : 'shell_game.study', said)
    case 'shift':
      return t(own ? 'shell_game.shift_now' : 'shell_game.follow', said)
    case 'ask':
      return t(own ? 'shell_game.ask_now' : table.seeker === seat ? 'shell_game.you_are_asked' : 'shell_game.they_ask', said)
    default:
      return t(own ? 'shell_game.flip_now' : 'shell_game.they_flip', { ...said, the: t(`shell_game.the.${table.asked!}`) })
  }
}

/** What came of an ask. */
function result(ask: Ask, view: View, names: string[], t: Translate): string {
  const { seat } = view
  const right = ask.keeper === ask.seeker
  const key = `${ask.seeker === seat ? 'you_' : ''}${right ? 'found' : 'missed'}`
  const gets = ask.seeker !== seat && !right && moverOfAsks(view) === seat ? 'shell_game.you_get' : right ? '' : 'shell_game.gets'
  const said = { name: names[ask.seeker]!, the: t(`shell_game.the.${ask.asked}`), symbol: t(`shell_game.symbol.${ask.found!}`), keeper: names[ask.keeper!]!, n: ask.taken.length }
  return [t(`shell_game.${key}`, said), gets && t(gets, said)].filter(Boolean).join(' ')
}

function ending({ winners, scores, seat }: View, names: string[], t: Translate): string {
  const n = scores[winners[0]!]!
  if (winners.length > 1) return t('shell_game.shared', { names: list(winners.map((winner) => names[winner]!)), n })
  return t(winners[0] === seat ? 'shell_game.you_win' : 'shell_game.wins', { name: names[winners[0]!]!, n })
}

/** A row that is set is announced without its symbols: they are to be remembered, and not to be read later. */
export function announce(event: GameEvent, view: View, names: string[], t: Translate): string {
  const { table } = view
  const own = event.seat === view.seat
  const name = names[event.seat]!
  const [verb = '', what = ''] = event.move.split(' ')
  const shift = shiftOf(event.move)
  if (shift) return t('shell_game.shifted', { from: shift[0], to: shift[1] })
  if (verb === 'set') return t(own ? 'shell_game.you_set' : 'shell_game.has_set', { name })
  if (verb === 'cover') return t('shell_game.is_covered')
  const seeker = table.asks.at(-1)?.seeker
  if (verb === 'ask') return t(own ? 'shell_game.you_asked' : seeker === view.seat ? 'shell_game.asked_you' : 'shell_game.asked', { name, seeker: names[seeker ?? 0]!, the: t(`shell_game.the.${what}`) })
  const last = table.asks.findLast((ask) => ask.found !== null)
  return [last ? result(last, view, names, t) : '', view.over ? ending(view, names, t) : ''].filter(Boolean).join(' ')
}

/** Which symbol was set where is the players' to remember. */
export const remembered = (move: string): string => (move.startsWith('set') ? 'set' : move)

/** Shifts are made one at a time, slowly enough to be followed. */
export const pace = (event: GameEvent): number => (shiftOf(event.move) ? 1450 : event.move.startsWith('flip') ? 1800 : 600)
