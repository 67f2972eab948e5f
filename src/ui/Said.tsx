import type { ReactNode } from 'react'
import { ScreenReaderText } from './ScreenReaderText.tsx'

type Props = {
  /** The name of the column. */
  name: string
  children: ReactNode
  /** The value is a block. */
  block?: boolean
}

/**
 * A value of a list's row with the name of its column before it, for those who do not see the
 * column: a row is one link, and is heard as one sentence.
 */
export function Said({ name, children, block }: Props) {
  return (
    <>
      <ScreenReaderText>{`${name}: `}</ScreenReaderText>
      {block ? children : <span>{children}</span>}
    </>
  )
}
