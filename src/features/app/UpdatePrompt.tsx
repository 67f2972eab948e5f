import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isTyping } from '#device/unsavedInput.ts'
import { DESKTOP } from '#ui/desktop.ts'
import { watchIdle } from './idle.ts'

/** How long "Later" lasts. */
const POSTPONE_MS = 3_600_000

/**
 * A newer version is ready: loads it when the page is hidden or idle, else offers it.
 *
 * Never by itself while something that was typed is on screen.
 */
export default function UpdatePrompt({ take }: { take: () => void }) {
  const styles = useStyles()
  const { t } = useLingui()
  const [hidden, setHidden] = useState(false)
  const [taking, setTaking] = useState(false)
  useEffect(
    () =>
      watchIdle(() => {
        if (!isTyping() && !document.querySelector('[role=dialog],[role=alertdialog]')) take()
      }),
    [take],
  )
  useEffect(() => {
    if (!hidden) return undefined
    const timer = setTimeout(() => setHidden(false), POSTPONE_MS)
    return () => clearTimeout(timer)
  }, [hidden])
  if (hidden) return null

  return (
    <div role="status" aria-label={t`New version`} className={styles.bar}>
      <span className={styles.text}>
        <Trans>There is a new version.</Trans>
      </span>
      <Button appearance="transparent" className={styles.plain} onClick={() => setHidden(true)}>
        <Trans>Later</Trans>
      </Button>
      <Button
        appearance="primary"
        disabledFocusable={taking}
        icon={taking ? <Spinner size="tiny" /> : undefined}
        onClick={() => {
          setTaking(true)
          take()
        }}
      >
        <Trans>Reload</Trans>
      </Button>
    </div>
  )
}

const useStyles = makeStyles({
  bar: {
    position: 'fixed',
    zIndex: 20,
    left: 0,
    right: 0,
    marginInline: 'auto',
    // Above the places at the thumb, and where a message is written.
    bottom: 'calc(72px + env(safe-area-inset-bottom) + var(--message-box, 0px))',
    [DESKTOP]: { bottom: 'calc(24px + var(--message-box, 0px))' },
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px',
    width: 'max-content',
    maxWidth: 'calc(100vw - 16px)',
    boxSizing: 'border-box',
    padding: '6px 8px 6px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    boxShadow: tokens.shadow16,
  },
  text: { marginInlineEnd: 'auto', paddingInlineEnd: '8px' },
  plain: {
    minWidth: 0,
    color: tokens.colorNeutralForegroundInverted,
    ':hover': { color: tokens.colorNeutralForegroundInvertedHover },
  },
})
