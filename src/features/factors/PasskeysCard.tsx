import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { removePasskeyRefusals } from './messages.ts'
import { removePasskey } from './operations.ts'
import { ProofSheet } from './ProofSheet.tsx'

const PasskeySheet = lazy(() => import('./PasskeySheet.tsx'))

type Props = {
  factors: Schema<'Factors'>
  passkeys: readonly Schema<'Passkey'>[]
  onCodes: (codes: string[]) => void
}

/** The passkeys by name and last use, and the way to another. */
export function PasskeysCard({ factors, passkeys, onCodes }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const removal = useMutation(removePasskey)
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Schema<'Passkey'> | null>(null)
  const isPossible = isSecureContext && 'PublicKeyCredential' in window
  const nameOf = (name: string) => t`Remove ${name}`
  const questionOf = (name: string) => t`Remove ${name}?`
  const isLast = !factors.authenticator && passkeys.length === 1
  return (
    <Card title={t`Passkeys`}>
      <p className={styles.text}>
        <Trans>
          A fingerprint, a face or a security key logs you in, in place of password and code.
        </Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label={t`Passkeys`}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.name}>{passkey.name}</span>
                <Caption1 className={styles.quiet}>
                  {passkey.lastUsed === null ? (
                    <Trans>Not used yet</Trans>
                  ) : (
                    <Trans>
                      Used <Moment relative time={passkey.lastUsed} />
                    </Trans>
                  )}
                </Caption1>
              </span>
              <Button
                appearance="subtle"
                size="large"
                icon={<Delete24Regular />}
                aria-label={nameOf(passkey.name)}
                disabledFocusable={!online}
                onClick={() => setLeaving(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      {!isPossible && (
        <Problem intent="info">
          <Trans>This browser creates passkeys only on pages with https and a domain name.</Trans>
        </Problem>
      )}
      <Button
        size="large"
        className={styles.action}
        disabledFocusable={!online || !isPossible}
        onClick={() => setAdding(true)}
      >
        <Trans>Add a passkey</Trans>
      </Button>
      {adding && (
        <Suspense>
          <PasskeySheet
            factors={factors}
            onClose={() => setAdding(false)}
            onDone={(codes) => {
              setAdding(false)
              onCodes(codes)
            }}
          />
        </Suspense>
      )}
      {leaving && (
        <ProofSheet
          title={questionOf(leaving.name)}
          action={t`Remove`}
          factors={factors}
          pending={removal.isPending}
          problem={removal.error && i18n._(explain(removal.error, removePasskeyRefusals))}
          onProof={(proof) =>
            removal.mutate({ id: leaving.id, proof }, { onSuccess: () => setLeaving(null) })
          }
          onClose={() => setLeaving(null)}
        >
          {isLast ? (
            <Trans>
              You then log in with only your password. The recovery codes are removed too.
            </Trans>
          ) : (
            <Trans>It can no longer be used to log in.</Trans>
          )}
        </ProofSheet>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground2 },
  action: { alignSelf: 'flex-start' },
})
