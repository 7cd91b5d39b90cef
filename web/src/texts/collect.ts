/** Refusals, reasons and verdicts by their codes, for every game and for each; English needs none, it comes with the message. */
export type Told = Record<string, Record<string, string>>

/** One language: the shell's texts as they are, each game's with its id before the key. */
export function collect(shell: Record<string, string>, games: Record<string, Record<string, string>>, told: Told = {}): Record<string, string> {
  const texts = { ...shell }
  for (const [path, own] of Object.entries(games)) {
    const game = path.split('/').at(-2)!
    for (const [key, text] of Object.entries(own)) texts[`${game}.${key}`] = text
  }
  for (const [game, codes] of Object.entries(told)) {
    for (const [code, text] of Object.entries(codes)) texts[game === 'all' ? `told.${code}` : `${game}.told.${code}`] = text
  }
  return texts
}
