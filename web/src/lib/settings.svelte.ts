/** What a reader has set for this browser. */
const KEPT = 'fivefold.settings'

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  sounds: boolean
  motion: 'system' | 'none'
  /** How long what others did is looked at before the next thing is shown. */
  pace: 'calm' | 'quick' | 'none'
  /** Tell with a notification of the system that it is my turn. */
  notify: boolean
  /** The column with history and chat at a wide table. */
  column: boolean
}

const USUAL: Settings = { theme: 'system', sounds: false, motion: 'system', pace: 'calm', notify: false, column: true }

function kept(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>) }
  } catch {
    return USUAL
  }
}

export const settings = $state<Settings>(kept())

const dark = matchMedia('(prefers-color-scheme: dark)')

export function dress(): void {
  const theme = settings.theme === 'system' ? (dark.matches ? 'dark' : 'light') : settings.theme
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.motion = settings.motion
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#14171d' : '#f5f1e8')
}

dark.addEventListener('change', dress)

export function set(change: Partial<Settings>): void {
  Object.assign(settings, change)
  localStorage.setItem(KEPT, JSON.stringify(settings))
  dress()
}
