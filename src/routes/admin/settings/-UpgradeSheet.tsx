import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { getFactors } from '#features/factors/operations.ts'
import { ProofSheet } from '#features/factors/ProofSheet.tsx'
import { startUpgradeRefusals } from '#features/installation/messages.ts'
import { getUpgrade, startUpgrade } from '#features/installation/operations.ts'
import { SelectField } from '#ui/SelectField.tsx'

type Props = { offer: Schema<'ReleaseOffer'>; onClose: () => void }

/** Says what an upgrade does, asks when and for a proof, then has it done. */
export default function UpgradeSheet({ offer, onClose }: Props) {
  const { t, i18n } = useLingui()
  const factors = useQuery(getFactors()).data
  const zone = useQuery(getUpgrade()).data?.timeZone ?? ''
  const starting = useMutation(startUpgrade)
  const [hour, setHour] = useState('')
  if (!factors) return null
  const version = offer.version ?? ''
  const time = timeOf(Number(hour))
  const refused = starting.error && i18n._(explain(starting.error, startUpgradeRefusals))
  const when = hour === '' ? {} : { hour: Number(hour) }
  return (
    <ProofSheet
      title={t`Upgrade to ${version}?`}
      action={hour === '' ? t`Upgrade now` : t`Upgrade at ${time}`}
      factors={factors}
      pending={starting.isPending}
      problem={refused ?? starting.data?.problem ?? null}
      onProof={(proof) =>
        starting.mutate(
          { proof, offer: offer.id, version, ...when },
          { onSuccess: ({ problem }) => void (problem === null && onClose()) },
        )
      }
      onClose={onClose}
    >
      <Steps />
      <SelectField
        label={t`When`}
        hint={t`Hours are those of the site: ${zone}`}
        value={hour}
        choices={[
          { value: '', label: t`Now` },
          ...Array.from({ length: 24 }, (_, at) => ({
            value: String(at),
            label: timeOf(at),
          })),
        ]}
        onChange={setHour}
      />
    </ProofSheet>
  )
}

/** What it will do. */
function Steps() {
  const styles = useStyles()
  return (
    <ol className={styles.steps}>
      <li>
        <Trans>The release is checked once more, and unpacked beside the one that runs.</Trans>
      </li>
      <li>
        <Trans>
          It is rehearsed on a copy of the shop, and the books are compared. The shop is open.
        </Trans>
      </li>
      <li>
        <Trans>
          A copy of the database is kept, and it takes over. The shop is closed for some seconds;
          connections of customers stay.
        </Trans>
      </li>
      <li>
        <Trans>Where it is not well, the release before serves again, with all data.</Trans>
      </li>
    </ol>
  )
}

const timeOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const useStyles = makeStyles({
  steps: { margin: '0 0 12px', paddingInlineStart: '20px' },
})
