import type { Translate } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table'
import { cardName } from '../five_crowns/cards'
import { PILES, type View } from './view'

export function sentence(view: View, _: string[], t: Translate): string {
  const n = view.scores[0]!
  if (view.over) return t(n === PILES ? 'five_crowns_solitaire.solved' : 'five_crowns_solitaire.ended', { n })
  const said = { card: cardName(view.table.drawn!, t) }
  return t(view.table.closing.length ? 'five_crowns_solitaire.can_close' : 'five_crowns_solitaire.put', said)
}

export function announce(event: GameEvent, view: View, names: string[], t: Translate): string {
  const [size = '', card = ''] = event.move.split(' ')
  const pile = view.table.piles.find((one) => String(one.size) === size)
  const told = t('five_crowns_solitaire.played', { pile: size, card: cardName(card, t) })
  return [told, ...(pile?.closed ? [t('five_crowns_solitaire.pile_closed', { pile: size })] : []), ...(view.over ? [sentence(view, names, t)] : [])].join(' ')
}
