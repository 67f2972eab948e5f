import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { startRegistration } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkPasskeyDraft, emptyProof, type PasskeyDraft } from './draft.ts'
import { addPasskeyRefusals, beginPasskeyRefusals } from './messages.ts'
import { addPasskey, beginPasskey } from './operations.ts'
import { proofOf } from './proof.ts'
import { ProofFields } from './ProofFields.tsx'

type Props = {
  factors: Schema<'Factors'>
  onClose: () => void
  /** The passkey is saved; recovery codes are to be shown if there are any. */
  onDone: (recoveryCodes: string[]) => void
}

/** Names a new passkey, has the browser create it, and saves it. */
export default function PasskeySheet({ factors, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const beginning = useMutation(beginPasskey)
  const adding = useMutation(addPasskey)
  const save = useMutation({
    mutationFn: async ({ draft }: { draft: PasskeyDraft }) => {
      const optionsJSON = await beginning.mutateAsync(await proofOf(draft))
      const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
        // An authenticator that has one already reports it; any other error is the person closing the prompt.
        const exists = error instanceof Error && error.name === 'InvalidStateError'
        throw new ApiError(403, exists ? 'passkey exists' : 'cancelled')
      })
      return adding.mutateAsync({ name: draft.name.trim(), made })
    },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const form = useDraft({ ...emptyProof(factors), name: '' }, checkPasskeyDraft)
  const problem = beginning.error
    ? explain(beginning.error, beginPasskeyRefusals)
    : save.error && explain(save.error, addPasskeyRefusals)
  return (
    <Sheet
      title={t`Add a passkey`}
      onClose={onClose}
      onSubmit={form.submit((draft) => save.mutate({ draft }))}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={save.isPending}>
            {save.isPending ? <Trans>Waiting for the passkey…</Trans> : <Trans>Continue</Trans>}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name`}
        hint={t`Where it is, for example: phone, office laptop`}
        maxLength={60}
        {...form.field('name')}
      />
      <ProofFields form={form} factors={factors} />
      {problem && <Problem>{i18n._(problem)}</Problem>}
    </Sheet>
  )
}
