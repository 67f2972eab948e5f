import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { DESKTOP } from './desktop.ts'

type Props = {
  children: ReactNode
  /** Left out while there is nothing to take back. */
  onUndo?: (() => void) | undefined
  /** It stays: something is under way, or went wrong. */
  stays?: boolean
  /** The same at each render, or the time would begin anew. */
  onClose: () => void
}

const SHOWN_MS = 10_000

/**
 * What was just done, with Undo for ten seconds; as long as the pointer or the focus is on it, it
 * stays. On phones at the top, since what is pressed next is at the bottom.
 */
export function UndoToast({ children, onUndo, stays = false, onClose }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(onClose, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [held, stays, onClose])
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status" className={styles.text}>
        {children}
      </div>
      {onUndo && (
        <Button size="large" appearance="transparent" onClick={onUndo}>
          <Trans>Undo</Trans>
        </Button>
      )}
      <Button
        size="large"
        appearance="subtle"
        icon={<Dismiss20Regular />}
        aria-label={t`Close`}
        onClick={onClose}
      />
    </div>
  )
}

const useStyles = makeStyles({
  toast: {
    position: 'fixed',
    zIndex: 5,
    top: 'calc(56px + env(safe-area-inset-top))',
    insetInline: '16px',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '4px 4px 4px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    [DESKTOP]: {
      top: 'auto',
      bottom: '24px',
      insetInline: '0',
      width: 'max-content',
      maxWidth: '480px',
      marginInline: 'auto',
    },
  },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
})
