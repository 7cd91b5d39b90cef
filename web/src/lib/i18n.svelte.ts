/** Texts in the reader's language. A language is one chunk that holds the shell's texts and those of all games. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ja: '日本語' } as const
export type Language = keyof typeof LANGUAGES
export type Arguments = Record<string, string | number>
export type Translate = (key: string, args?: Arguments) => string

const chunks: Record<Language, () => Promise<{ texts: Record<string, string> }>> = {
  en: () => import('../texts/en'),
  de: () => import('../texts/de'),
  ja: () => import('../texts/ja'),
}
const KEPT = 'fivefold.language'

const now = $state<{ language: Language; texts: Record<string, string> }>({ language: 'en', texts: {} })

export const language = (): Language => now.language

/** The language kept from last time, else the first of the browser's that there is, else English. */
export function preferred(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return wanted.find((tag): tag is Language => tag in LANGUAGES) ?? 'en'
}

export async function speak(wanted: Language, keep = false): Promise<void> {
  const { texts } = await chunks[wanted]()
  now.language = wanted
  now.texts = texts
  document.documentElement.lang = wanted
  if (keep) localStorage.setItem(KEPT, wanted)
}

/**
 * The text of a key, with `{name}` filled in. Shell keys stand as they are, a game's begin with its id: `t('fives.play_card', { card })`.
 * A text that depends on a number `n` is written as `key_one` and `key_other` (and what else the language's plurals need).
 */
export const t: Translate = (key, args = {}) => {
  const text = now.texts[key] ?? (typeof args.n === 'number' ? now.texts[`${key}_${plural(args.n)}`] : undefined)
  return text === undefined ? key : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole))
}

export const known = (key: string): boolean => key in now.texts

const plural = (n: number): string => new Intl.PluralRules(now.language).select(n)

/** "a, b and c" in the reader's language. */
export const list = (parts: string[]): string => new Intl.ListFormat(now.language, { type: 'conjunction' }).format(parts)

/** A number with its sign: +3, −1, 0. */
export const signed = (n: number): string => new Intl.NumberFormat(now.language, { signDisplay: 'exceptZero' }).format(n).replace('-', '−')
