/** One language: the shell's texts as they are, each game's with its id before the key. */
export function collect(shell: Record<string, string>, games: Record<string, Record<string, string>>): Record<string, string> {
  const texts = { ...shell }
  for (const [path, own] of Object.entries(games)) {
    const game = path.split('/').at(-2)!
    for (const [key, text] of Object.entries(own)) texts[`${game}.${key}`] = text
  }
  return texts
}
