import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOnline } from '#device/online.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { checkProofDraft, EMPTY_PROOF, proofOf } from './draft.ts'
import type { Proof } from './operations.ts'
import { ProofFields } from './ProofFields.tsx'

type Props = {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb on the button. */
  action: string
  withCode: boolean
  pending: boolean
  problem: string | null
  onProof: (proof: Proof) => void
  onClose: () => void
}

/** Asks for the password, or a code, before something about the login changes. */
export function ProofSheet(props: Props) {
  const { title, children, action, withCode, pending, problem, onProof, onClose } = props
  const online = useOnline()
  const form = useDraft(EMPTY_PROOF, checkProofDraft)
  return (
    <Sheet
      title={title}
      onClose={onClose}
      onSubmit={form.submit((draft) => online && onProof(proofOf(draft)))}
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
      <ProofFields form={form} withCode={withCode} />
      {!online && (
        <Problem intent="warning">
          <Trans>No connection to the server.</Trans>
        </Problem>
      )}
      {problem !== null && <Problem>{problem}</Problem>}
    </Sheet>
  )
}
