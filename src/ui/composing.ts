import type { KeyboardEvent } from 'react'

/** What all browsers give as the code of a key that an input method takes. */
const TAKEN = 229

/**
 * Whether a key goes to an input method of Chinese, Japanese or Korean, which uses Enter and arrows itself.
 *
 * Safari ends the composition before it sends the key that ended it (WebKit 165004): there only the code tells.
 */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === TAKEN
