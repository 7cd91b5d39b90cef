/** "Your turn": in the title, by a sound, and by the system's notification where the player allowed it. */
import { t } from './i18n.svelte'
import { settings } from './settings.svelte'
import { sound } from './sounds'

let shown: Notification | null = null

export function callToTurn(game: string): void {
  sound('turn')
  if (!document.hidden || !settings.notify || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  shown?.close()
  shown = new Notification(t('turn.yours'), { body: t(`${game}.name`), icon: '/icon-192.png', tag: 'fivefold' })
  shown.onclick = () => window.focus()
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) shown?.close()
})

export async function allowNotifications(): Promise<boolean> {
  return typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted'
}
