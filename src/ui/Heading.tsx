import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

/** The heading of a screen inside a card of its own, as on the first ones. */
export function Heading({ children }: { children: ReactNode }) {
  return <h1 className={useStyles().heading}>{children}</h1>
}

const useStyles = makeStyles({
  heading: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
})
