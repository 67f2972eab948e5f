import type { Key } from './browser.ts'

/** Keys that are no letters, as both WebDrivers write them. */
export const KEYS: Record<Key, string> = { Enter: '\uE007', Escape: '\uE00C' }
export const CONTROL = '\uE009'

const down = (value: string) => ({ type: 'keyDown', value })
const up = (value: string) => ({ type: 'keyUp', value })

/** The actions of a press of the mouse, CSS px from the upper left corner. */
export const tapped = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

/** The actions of typing a text, a key after the other. */
export const typed = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((letter) => [down(letter), up(letter)]),
  },
]

/** The actions of pressing a key while another is held. */
export const pressed = (held: string, key: string) => [
  { type: 'key', id: 'keyboard', actions: [down(held), down(key), up(key), up(held)] },
]
