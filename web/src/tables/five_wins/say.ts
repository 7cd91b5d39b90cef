import type { Translate } from '../../lib/i18n.svelte'
import type { GameEvent, GameView } from '../../lib/table'
import { readMove, type FiveWinsTable } from './view'

export function sentence(view: GameView<FiveWinsTable>, names: string[], t: Translate): string {
  const { phase, turn, pieces } = view.table
  if (turn === null || view.over) return result(view, names, t)
  const name = names[turn]!
  if (phase === 'moving') return t(turn === view.seat ? 'five_wins.move_you' : 'five_wins.move', { name })
  if (turn !== view.seat) return t('five_wins.place', { name })
  return t(pieces[0].length ? 'five_wins.place_you' : 'five_wins.first')
}

function result(view: GameView<FiveWinsTable>, names: string[], t: Translate): string {
  const { line, pieces, draw_after } = view.table
  if (view.winners.length !== 1) return t(pieces[0].length < 5 ? 'five_wins.draw_thin' : 'five_wins.draw_quiet', { n: draw_after })
  const winner = view.winners[0]!
  const told = { name: names[winner]!, other: names[1 - winner]! }
  if (line.length) return t(winner === view.seat ? 'five_wins.line_you' : 'five_wins.line_they', told)
  if (winner === view.seat) return t('five_wins.few_you', told)
  return t(view.seat === null ? 'five_wins.few' : 'five_wins.few_me', told)
}

export function announce(event: GameEvent, view: GameView<FiveWinsTable>, names: string[], t: Translate): string {
  const { from, to } = readMove(event.move)
  const name = names[event.seat]!
  if (from === null) return t('five_wins.placed', { name, square: to })
  const [white, black] = view.table.pieces
  return t('five_wins.moved', { name, from, to, white: white.length, black: black.length })
}
