import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { explain, explainLoad } from '#api/refusals.ts'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'
import { rollBackReleaseRefusals } from '#features/installation/messages.ts'
import { previewRollback, rollBackRelease } from '#features/installation/operations.ts'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/Problem.tsx'

type Props = { version: string; onClose: () => void }

/** Says what going back would lose, asks for a proof, then has it done. */
export default function RollbackSheet({ version, onClose }: Props) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const loss = useQuery(previewRollback())
  const going = useMutation(rollBackRelease)
  // Nobody agrees to what was not said.
  if (!factors || (!loss.data && !loss.error)) return null
  const cannot = loss.data ? loss.data.problem : i18n._(explainLoad(loss.error!))
  return (
    <ProofSheet
      title={t`Back to ${version}?`}
      action={t`Go back`}
      factors={factors}
      pending={going.isPending || cannot !== null}
      problem={cannot ?? (going.error && i18n._(explain(going.error, rollBackReleaseRefusals)))}
      onProof={(proof) => {
        if (cannot === null) going.mutate({ proof, version }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {loss.data?.isUpgraded === false && (
        <Trans>The upgrade did not change the database: nothing is lost.</Trans>
      )}
      {loss.data?.isUpgraded && cannot === null && (
        <>
          <Problem intent="warning">
            <Trans>
              The database becomes what it was before the upgrade. What was paid, changed and used
              since will not be in it; payments stay with the provider.
            </Trans>
          </Problem>
          <Facts>
            <Fact name={t`New orders`}>{countOf(loss.data.orders, i18n)}</Fact>
            <Fact name={t`New users`}>{countOf(loss.data.users, i18n)}</Fact>
          </Facts>
        </>
      )}
    </ProofSheet>
  )
}

const countOf = (count: number | null, i18n: { number: (one: number) => string }) =>
  count === null ? '–' : i18n.number(count)
