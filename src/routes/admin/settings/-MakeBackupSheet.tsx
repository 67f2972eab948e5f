import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { makeBackupRefusals } from '#features/backup/messages.ts'
import { makeBackup } from '#features/backup/operations.ts'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'

/** Asks for a proof, then has a copy made. */
export default function MakeBackupSheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const making = useMutation(makeBackup)
  if (!factors) return null
  return (
    <ProofSheet
      title={t`Make a copy now?`}
      action={t`Make a copy now`}
      factors={factors}
      pending={making.isPending}
      problem={making.error && i18n._(explain(making.error, makeBackupRefusals))}
      onProof={(proof) => making.mutate(proof, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Trans>
        Every change is shipped in any case. This makes a whole copy, and restores it as a test.
      </Trans>
    </ProofSheet>
  )
}
