import type { Translate } from '../../lib/i18n.svelte'
import type { GameEvent, GameView } from '../../lib/table'
import type { TorrisTable } from './view'

export function sentence(view: GameView<TorrisTable>, names: string[], t: Translate): string {
  const { turn, blocked } = view.table
  if (turn === null || view.over) return result(view, names, t)
  const other = 1 - turn
  const told = { name: names[turn]!, other: names[other]! }
  if (turn === view.seat) return t(blocked.includes(other) ? 'torris.your_move_again' : 'torris.your_move', told)
  if (!blocked.includes(other)) return t('torris.their_move', told)
  return t(other === view.seat ? 'torris.you_are_passed' : 'torris.they_are_passed', told)
}

function result(view: GameView<TorrisTable>, names: string[], t: Translate): string {
  const { points } = view.table
  if (view.winners.length !== 1) return t('torris.draw', { points: points[0]! })
  const winner = view.winners[0]!
  const by = points[0] === points[1] ? 'torris.higher' : 'torris.won'
  const told = { name: names[winner]!, points: points[winner]!, fewer: points[1 - winner]! }
  return t(winner === view.seat ? `${by}_you` : by, told)
}

/** `c2-f2`: whose piece it was, where it went, and how high its stack is now. */
export function announce(event: GameEvent, view: GameView<TorrisTable>, names: string[], t: Translate): string {
  const [from = '', to = ''] = event.move.split('-')
  const stack = view.table.stacks[to] ?? []
  const mark = stack.at(-1)?.[1] ?? ''
  return t('torris.moved', { name: names[event.seat]!, mark, from, to, height: stack.length })
}
