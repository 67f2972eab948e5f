import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Schema } from '#contract'
import { isToTryAgain, type Remedies, Remedy } from './Remedy.tsx'
import type { Watch } from './useWatch.ts'

type Props = Pick<Watch, 'watches' | 'stop' | 'again'> & {
  seen: Schema<'AccountWatch'>
  remedies: Remedies
  onSupport: (() => void) | undefined
  onClose: () => void
}

/** What can be done: while we watch, to end it; then the remedy, large, and what else there is. */
export function Footer({ watches, stop, again, seen, remedies, onSupport, onClose }: Props) {
  const styles = useStyles()
  const footer = useRef<HTMLDivElement>(null)
  const { word } = seen.verdict
  // The button that had the focus is gone with the watch: the focus moves to its replacement.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    footer.current?.querySelector('button')?.focus()
  }, [watches])
  return (
    <div ref={footer} className={styles.footer}>
      {watches ? (
        <Button onClick={stop}>
          <Trans>I can’t. Just tell me what to do</Trans>
        </Button>
      ) : (
        <>
          <Remedy seen={seen} remedies={remedies} onAgain={again} onClose={onClose} />
          {!isToTryAgain(word) && (
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {onSupport && word !== 'fine' && (
            <Button onClick={onSupport}>
              <Trans>Send to support</Trans>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  footer: {
    position: 'sticky',
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    paddingTop: '8px',
    backgroundColor: tokens.colorNeutralBackground1,
    '& > button': { flex: '1 1 140px', minHeight: '44px' },
    '& > button:first-child': { flexBasis: '100%', minHeight: '48px' },
  },
})
