import { Body1, Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'

const ActivateDialog = lazy(() => import('./ActivateDialog.tsx'))

/** Blurs an account that was bought but not started, and offers to start it. Spec 4. */
export function ActivationOverlay({
  account,
  children,
}: {
  account: Schema<'Account'>
  children: ReactNode
}) {
  const styles = useStyles()
  const online = useOnline()
  const [confirming, setConfirming] = useState(false)
  if (account.active) return children
  return (
    <div className={styles.stack}>
      <div className={styles.blurred} inert>
        {children}
      </div>
      <div className={styles.over}>
        <Body1>
          <Trans>This account is not active yet. Its time starts when you activate it.</Trans>
        </Body1>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={!online}
          onClick={() => setConfirming(true)}
        >
          <Trans>Activate</Trans>
        </Button>
        {!online && (
          <Body1>
            <Trans>You are offline. Activate it when the connection is back.</Trans>
          </Body1>
        )}
      </div>
      {confirming && (
        <Suspense>
          <ActivateDialog account={account} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  stack: { position: 'relative', display: 'grid', minWidth: 0 },
  blurred: {
    filter: 'blur(8px)',
    opacity: 0.6,
    userSelect: 'none',
    gridArea: '1 / 1',
    minWidth: 0,
  },
  over: {
    gridArea: '1 / 1',
    position: 'sticky',
    top: '30vh',
    alignSelf: 'start',
    justifySelf: 'center',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '12px',
    maxWidth: '320px',
    marginBlock: '24px',
    padding: '16px',
    textAlign: 'center',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    zIndex: 1,
  },
})
