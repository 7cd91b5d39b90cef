import type { Translate } from '../../lib/i18n.svelte'
import type { GameEvent, GameView } from '../../lib/table'
import type { ClearUpTable } from './view'

export function sentence(view: GameView<ClearUpTable>, _names: string[], t: Translate): string {
  if (!view.over) return t('clear_up.go_on')
  const n = view.table.left
  return t(n === 1 ? 'clear_up.solved' : 'clear_up.stuck', { n })
}

/** `a4-a6` */
export function announce(event: GameEvent, view: GameView<ClearUpTable>, _names: string[], t: Translate): string {
  const [from = '', to = ''] = event.move.split('-')
  return t('clear_up.jumped', { from, to, n: view.table.left })
}
