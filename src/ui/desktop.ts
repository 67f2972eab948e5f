// Styles are drawn at build time, which reads this file as plain JavaScript.

/** From here on the menu is at the side and rows are one line high. */
export const ROOMY = '(min-width: 1024px)'

/** Styles for where there is that room. */
export const DESKTOP = '@media (min-width: 1024px)'

/** From here on what is open stands beside the list it is in. */
export const BESIDE = '(min-width: 1440px)'

/** Beside a list what is open has no more room than on a small screen. */
export const SHORT_BESIDE = '(min-width: 1440px) and (max-width: 1679px)'

/** Below this the menu takes what the columns beside it need. */
export const SHORT_OF_ROOM = '(max-width: 1279px)'

/** Styles for where there are columns, and not room for all of them. */
export const TIGHT = '@media (min-width: 1024px) and (max-width: 1279px)'
