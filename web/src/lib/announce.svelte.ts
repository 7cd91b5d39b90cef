/** The page's one live region: what a screen reader says. */
const now = $state({ text: '' })

export const announced = (): string => now.text

export function announce(text: string): void {
  now.text = text
}
