import { tokens } from '@fluentui/react-components'

// Styles are drawn at build time, which reads this file as plain JavaScript.

/** How a list marks the row of what is open. */
export const OPEN_ROW = {
  backgroundColor: tokens.colorBrandBackground2,
  boxShadow: `inset 3px 0 0 ${tokens.colorBrandStroke1}`,
  ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  // Neither of the two is drawn in the colours a person has forced.
  '@media (forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' },
}
