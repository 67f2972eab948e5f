import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { removeTotpRefusals } from './messages.ts'
import { removeTotp } from './operations.ts'
import { ProofSheet } from './ProofSheet.tsx'

const TotpSheet = lazy(() => import('./TotpSheet.tsx'))

type Props = { factors: Schema<'Factors'>; onCodes: (codes: string[]) => void }

/** The authenticator app: set up, or switched off. */
export function AuthenticatorCard({ factors, onCodes }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const removal = useMutation(removeTotp)
  const [dialog, setDialog] = useState<'set up' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const { authenticator, on, passkeys } = factors
  return (
    <Card title={t`Authenticator app`}>
      <p className={styles.text}>
        {authenticator ? (
          <Trans>In use: after the password you type the six digits it shows.</Trans>
        ) : (
          <Trans>
            An app on your phone shows a new code every 30 seconds, even without a network.
          </Trans>
        )}
      </p>
      <Button
        size="large"
        className={styles.action}
        appearance={on ? 'secondary' : 'primary'}
        disabledFocusable={!online}
        onClick={() => setDialog(authenticator ? 'remove' : 'set up')}
      >
        {authenticator ? <Trans>Turn off</Trans> : <Trans>Set up</Trans>}
      </Button>
      {dialog === 'set up' && (
        <Suspense>
          <TotpSheet
            factors={factors}
            onClose={close}
            onDone={(codes) => {
              close()
              onCodes(codes)
            }}
          />
        </Suspense>
      )}
      {dialog === 'remove' && (
        <ProofSheet
          title={t`Turn off the authenticator app?`}
          action={t`Turn off`}
          factors={factors}
          pending={removal.isPending}
          problem={removal.error && i18n._(explain(removal.error, removeTotpRefusals))}
          onProof={(proof) => removal.mutate(proof, { onSuccess: close })}
          onClose={close}
        >
          {passkeys > 0 ? (
            <Trans>Your passkeys stay.</Trans>
          ) : (
            <Trans>
              You then log in with only your password. The recovery codes are removed too.
            </Trans>
          )}
        </ProofSheet>
      )}
    </Card>
  )
}

const useStyles = makeStyles({ text: { margin: 0 }, action: { alignSelf: 'flex-start' } })
