import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { setUpBackupRefusals } from '#features/backup/messages.ts'
import { setUpBackup } from '#features/backup/operations.ts'
import { type PlaceDraft, placeOf } from '#features/backup/placeDraft.ts'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'

type Props = { draft: PlaceDraft; onDone: () => void; onClose: () => void }

/** Asks for a proof, then has the place tried and used. */
export default function BackupPlaceSheet({ draft, onDone, onClose }: Props) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const trying = useMutation(setUpBackup)
  if (!factors) return null
  const { place } = placeOf(draft)
  const refused = trying.error && i18n._(explain(trying.error, setUpBackupRefusals))
  return (
    <ProofSheet
      title={t`Back up to this place?`}
      action={t`Try and use it`}
      factors={factors}
      pending={trying.isPending}
      problem={refused ?? trying.data?.problem ?? null}
      onProof={(proof) =>
        trying.mutate(
          { ...placeOf(draft), proof },
          { onSuccess: ({ problem }) => void (problem === null && onDone()) },
        )
      }
      onClose={onClose}
    >
      <p>
        <code>{place}</code>
      </p>
      <Trans>
        Something is written there and read again. Then the console starts again by itself, in a few
        seconds; customers stay connected.
      </Trans>
    </ProofSheet>
  )
}
