import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  children: ReactNode
  /** Buttons, the main one last; they stay in view while the rest scrolls. */
  actions?: ReactNode
  /** Given where the step can be left: its button comes first. */
  onClose?: () => void
}

/** One step of the checkout. The focus moves along when the pressed button is gone. */
export function StepBody({ children, actions, onClose }: Props) {
  const styles = useStyles()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section ref={box} tabIndex={-1} className={styles.step}>
      {children}
      {(actions || onClose) && (
        <div className={styles.actions}>
          {/* It may be where the step before was pressed: the second click of two is not its own. */}
          {onClose && (
            <Button size="large" onClick={({ detail }) => detail < 2 && onClose()}>
              <Trans>Close</Trans>
            </Button>
          )}
          {actions}
        </div>
      )}
    </section>
  )
}

const useStyles = makeStyles({
  step: { display: 'flex', flexDirection: 'column', gap: '16px', outlineStyle: 'none' },
  actions: {
    position: 'sticky',
    bottom: '-4px',
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
    paddingBlock: '12px 4px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '& > button, & > a': { minHeight: '44px' },
    '@media (max-width: 599px)': {
      flexDirection: 'column',
      // The main button is first under the thumb, the text about it above.
      '& > button:last-child, & > a:last-child': { order: -1 },
      '& > p': { order: -2 },
      '& > *': { maxWidth: 'none', width: '100%' },
    },
  },
})
