import { Button, makeStyles } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { newRecoveryCodesRefusals } from './messages.ts'
import { newRecoveryCodes } from './operations.ts'
import { ProofSheet } from './ProofSheet.tsx'

/** So few codes left that new ones are due. */
const LOW_CODES = 3

type Props = { factors: Schema<'Factors'>; onCodes: (codes: string[]) => void }

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCard({ factors, onCodes }: Props) {
  const styles = useStyles()
  const left = factors.recoveryCodes
  const { t, i18n } = useLingui()
  const online = useOnline()
  const renewal = useMutation(newRecoveryCodes)
  const [confirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const words = t`${plural(left, { one: '# code is left.', other: '# codes are left.' })}`
  return (
    <Card title={t`Recovery codes`}>
      <p className={styles.text}>
        <Trans>Each logs you in once when phone or passkey is lost.</Trans>{' '}
        {left > LOW_CODES && words}
      </p>
      {left <= LOW_CODES && <Problem intent="warning">{words}</Problem>}
      <Button
        size="large"
        className={styles.action}
        disabledFocusable={!online}
        onClick={() => setConfirming(true)}
      >
        <Trans>Create new codes</Trans>
      </Button>
      {confirming && (
        <ProofSheet
          title={t`Create new recovery codes?`}
          action={t`Create new codes`}
          factors={factors}
          pending={renewal.isPending}
          problem={renewal.error && i18n._(explain(renewal.error, newRecoveryCodesRefusals))}
          onProof={(proof) =>
            renewal.mutate(proof, {
              onSuccess: ({ recoveryCodes }) => {
                close()
                onCodes(recoveryCodes)
              },
            })
          }
          onClose={close}
        >
          <Trans>The ones you have stop working.</Trans>
        </ProofSheet>
      )}
    </Card>
  )
}

const useStyles = makeStyles({ text: { margin: 0 }, action: { alignSelf: 'flex-start' } })
