import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { showBackupKeyRefusals } from '#features/backup/messages.ts'
import { showBackupKey } from '#features/backup/operations.ts'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Sheet } from '#ui/Sheet.tsx'

/** Asks for a proof, then shows the key, to be kept elsewhere. */
export default function BackupKeySheet({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const showing = useMutation(showBackupKey)
  if (!factors) return null
  if (showing.data)
    return (
      <Sheet
        title={t`Backup key`}
        onClose={onClose}
        actions={
          <Button appearance="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <Trans>Keep it in another place: without it no backup can be restored.</Trans>
        <Copyable text={showing.data.key} label={t`backup key`} />
      </Sheet>
    )
  return (
    <ProofSheet
      title={t`Show the backup key?`}
      action={t`Show the backup key`}
      factors={factors}
      pending={showing.isPending}
      problem={showing.error && i18n._(explain(showing.error, showBackupKeyRefusals))}
      onProof={(proof) => showing.mutate(proof)}
      onClose={onClose}
    >
      <Trans>Whoever has it and a copy can read the whole shop.</Trans>
    </ProofSheet>
  )
}
