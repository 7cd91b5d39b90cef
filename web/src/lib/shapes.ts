/** The shapes that stand for colours and suits, in a square of 24 by 24: the same in every game. */
export const SHAPES = {
  pentagon: '<polygon points="12,1.5 22.5,9.2 18.5,21.5 5.5,21.5 1.5,9.2"/>',
  circle: '<circle cx="12" cy="12" r="10"/>',
  triangle: '<polygon points="12,1.5 23,21.5 1,21.5"/>',
  rhombus: '<polygon points="12,0.5 22,12 12,23.5 2,12"/>',
  square: '<rect x="3" y="3" width="18" height="18"/>',
  star: '<polygon points="12,1 15.2,8.6 23.4,9.3 17.2,14.7 19.1,22.8 12,18.5 4.9,22.8 6.8,14.7 .6,9.3 8.8,8.6"/>',
  heart: '<path d="M12 22S1.5 15 1.5 8A5.6 5.6 0 0 1 12 5.6 5.6 5.6 0 0 1 22.5 8c0 7-10.5 14-10.5 14z"/>',
  club: '<circle cx="12" cy="6.6" r="5"/><circle cx="6" cy="14" r="5"/><circle cx="18" cy="14" r="5"/><path d="M10 13h4l2 10H8z"/>',
  spade: '<path d="M12 1S22 9 22 15a5 5 0 0 1-8.6 3.4L15.5 23h-7l2.1-4.6A5 5 0 0 1 2 15C2 9 12 1 12 1z"/>',
  cross: '<path d="M8 2h8v6h6v8h-6v6H8v-6H2V8h6z"/>',
  drop: '<path d="M12 1c4.2 5.4 8 9.4 8 14a8 8 0 0 1-16 0c0-4.6 3.8-8.6 8-14z"/>',
  /** For a card that is of every family at once. */
  ring: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 6a4 4 0 1 1 0 8 4 4 0 0 1 0-8z"/>',
} as const

/** What stands on the pieces of the FIVE! box: point, line, triangle, square, worth 1 to 4. */
export const MARKS = {
  1: '<circle cx="12" cy="12" r="7"/>',
  2: '<rect x="1" y="9" width="22" height="6" rx="2"/>',
  3: SHAPES.triangle,
  4: '<rect x="2.5" y="2.5" width="19" height="19" rx="2"/>',
} as const

export type Shape = keyof typeof SHAPES
export type Mark = keyof typeof MARKS

/** The tokens of look.css that a card can be printed in. */
export type Colour = 'magenta' | 'blue' | 'green' | 'silver' | 'red' | 'yellow' | 'purple' | 'orange' | 'pink' | 'joker'
