import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { checkProofDraft, emptyProof } from './draft.ts'
import { passkeyProofRefusals } from './messages.ts'
import type { Proof } from './operations.ts'
import { proofOf } from './proof.ts'
import { ProofFields } from './ProofFields.tsx'

type Props = {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  factors: Schema<'Factors'>
  pending: boolean
  problem: string | null
  onProof: (proof: Proof) => void
  onClose: () => void
}

/** Takes the password, or the second step where it is on, before the login is changed. */
export function ProofSheet(props: Props) {
  const { title, children, action, factors, problem, onProof, onClose } = props
  const online = useOnline()
  const { i18n } = useLingui()
  const form = useDraft(emptyProof(factors), checkProofDraft)
  const proving = useSubmit(proofOf)
  const pending = props.pending || proving.pending
  const said = proving.error ? i18n._(explain(proving.error, passkeyProofRefusals)) : problem
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={form.submit((draft) => {
        if (online) void proving.run(draft, onProof)
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={pending || !online}>
            {pending ? <Trans>Working…</Trans> : action}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      <ProofFields form={form} factors={factors} />
      {!online && (
        <Problem intent="warning">
          <Trans>No connection to the server.</Trans>
        </Problem>
      )}
      {said !== null && <Problem>{said}</Problem>}
    </Sheet>
  )
}
