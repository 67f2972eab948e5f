import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Copyable } from '#ui/Copyable.tsx'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkCodeDraft } from './draft.ts'
import { beginTotpRefusals, confirmTotpRefusals } from './messages.ts'
import { beginTotp, confirmTotp } from './operations.ts'
import { ProofSheet } from './ProofSheet.tsx'

type Props = {
  factors: Schema<'Factors'>
  onClose: () => void
  /** It is on; the codes are to be shown. */
  onDone: (recoveryCodes: string[]) => void
}

/** Sets up an authenticator app: proof, then the QR code, then the first code. */
export default function TotpSheet({ factors, onClose, onDone }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const beginning = useMutation(beginTotp)
  const confirming = useMutation(confirmTotp)
  const form = useDraft({ code: '' }, checkCodeDraft)
  const made = beginning.data
  if (!made)
    return (
      <ProofSheet
        title={t`Set up an authenticator app`}
        action={t`Continue`}
        factors={factors}
        pending={beginning.isPending}
        problem={beginning.error && i18n._(explain(beginning.error, beginTotpRefusals))}
        onProof={(proof) => beginning.mutate(proof)}
        onClose={onClose}
      >
        <Trans>
          You need an app such as Aegis, 2FAS or Google Authenticator on your phone. First, confirm
          that it is you.
        </Trans>
      </ProofSheet>
    )
  return (
    <Sheet
      alert
      title={t`Set up an authenticator app`}
      onClose={onClose}
      onSubmit={form.submit(({ code }) =>
        confirming.mutate(code.replaceAll(/\s/g, ''), {
          onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        }),
      )}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={confirming.isPending}>
            {confirming.isPending ? <Trans>Working…</Trans> : <Trans>Turn on</Trans>}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        <Trans>Scan this with the app, or type the key into it.</Trans>
      </p>
      <div className={styles.code}>
        <QrCode text={made.uri} label={t`Adds this login to an authenticator app`} size={200} />
      </div>
      <Copyable
        text={made.secret}
        label={t`key`}
        shown={made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      />
      <TextField
        label={t`Code the app shows now`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...form.field('code')}
      />
      {confirming.error && (
        <Problem>{i18n._(explain(confirming.error, confirmTotpRefusals))}</Problem>
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  text: { margin: 0 },
  code: { display: 'flex', justifyContent: 'center' },
})
