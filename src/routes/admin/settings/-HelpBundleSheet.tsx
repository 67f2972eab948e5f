import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'
import { makeHelpBundleRefusals } from '#features/installation/messages.ts'
import { makeHelpBundle } from '#features/installation/operations.ts'
import { saveText } from '#ui/saveText.ts'

/** Asks for a proof, then saves the file. */
export default function HelpBundleSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const making = useMutation(makeHelpBundle)
  if (!factors) return null
  return (
    <ProofSheet
      title={t`File for asking for help`}
      action={t`Download`}
      factors={factors}
      pending={making.isPending}
      problem={making.error && i18n._(explain(making.error, makeHelpBundleRefusals))}
      onProof={(proof) =>
        making.mutate(proof, {
          onSuccess({ name, text }) {
            saveText(name, text, 'application/json')
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <Trans>
        It has versions, state, which settings are given, and the log of the last hour. No customers
        and no keys are in it.
      </Trans>
    </ProofSheet>
  )
}
