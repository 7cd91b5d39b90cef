/** A square of a board, with its place on the screen: x to the right, y downwards. */
export interface Place {
  id: string
  x: number
  y: number
}

const WAYS: Record<string, { x: number; y: number }> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}

export const isArrow = (key: string): boolean => key in WAYS

/** Where an arrow key leads: the nearest place that way, straight ahead rather than askew; null at the edge. */
export function towards(places: Place[], from: Place, key: string): Place | null {
  const way = WAYS[key]
  if (!way) return null
  let best: Place | null = null
  let least = Infinity
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y]
    const ahead = x * way.x + y * way.y
    const aside = Math.abs(x * way.y + y * way.x)
    const cost = ahead + 3 * aside
    if (ahead > 0 && cost < least) [best, least] = [place, cost]
  }
  return best
}
