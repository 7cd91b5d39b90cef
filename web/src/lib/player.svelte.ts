/** Who plays here: nobody until a name is needed, then a guest with a friendly one that can be changed. */
import { patch, post, whoami } from './api'
import { t } from './i18n.svelte'
import type { Me, Player } from './messages'

const now = $state<{ player: Player | null; asked: boolean }>({ player: null, asked: false })

export const player = (): Player | null => now.player

export async function meet(): Promise<Player | null> {
  if (!now.asked) now.player = (await whoami()).player
  now.asked = true
  return now.player
}

/** The player, who gets a name now if there is none yet. */
export async function ensure(): Promise<Player> {
  return (await meet()) ?? take(await post<Me>('/api/guests', { name: friendly() }))
}

export const rename = async (name: string): Promise<Player> =>
  take((await meet()) ? await patch<Me>('/api/me', { name }) : await post<Me>('/api/guests', { name }))

export const recover = async (phrase: string): Promise<Player> => take(await post<Me>('/api/recover', { phrase }))

export function forget(): void {
  now.player = null
}

function take(me: Me): Player {
  now.player = me.player
  now.asked = true
  return me.player!
}

function friendly(): string {
  const names = t('me.names').split(/[,、]\s*/)
  return `${names[Math.floor(Math.random() * names.length)]} ${10 + Math.floor(Math.random() * 90)}`
}
