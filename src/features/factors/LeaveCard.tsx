import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import { useOnline } from '#device/online.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { saveText } from '#ui/saveText.ts'
import { deleteMeRefusals } from './messages.ts'
import { myData } from './myData.ts'
import { deleteMe, getFactors } from './operations.ts'
import { ProofSheet } from './ProofSheet.tsx'

type Props = {
  /** Called when the person is deleted. */
  onDeleted: () => void
}

/** What is stored of a customer: to take along, and to have deleted. */
export default function LeaveCard({ onDeleted }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [leaving, setLeaving] = useState(false)
  const factors = useQuery({ ...getFactors(), enabled: leaving }).data
  const deletion = useMutation(deleteMe)
  const collecting = useSubmit(myData)
  const save = () =>
    void collecting.run(undefined, (data) =>
      saveText('my-data.json', JSON.stringify(data, null, 2), 'application/json'),
    )
  return (
    <Card title={t`Your data`}>
      <p className={styles.text}>
        <Trans>
          A file with what is stored about you: accounts, orders, messages, traffic, devices and
          where you are logged in.
        </Trans>
      </p>
      <Button
        size="large"
        className={styles.action}
        disabledFocusable={!online || collecting.pending}
        onClick={save}
      >
        {collecting.pending ? <Trans>Preparing the file…</Trans> : <Trans>Download my data</Trans>}
      </Button>
      {collecting.error && <Problem>{i18n._(explainLoad(collecting.error))}</Problem>}
      <Button
        size="large"
        className={styles.action}
        disabledFocusable={!online}
        onClick={() => setLeaving(true)}
      >
        <Trans>Delete my account</Trans>
      </Button>
      {leaving && factors && (
        <ProofSheet
          title={t`Delete your account?`}
          action={t`Delete for good`}
          factors={factors}
          pending={deletion.isPending}
          problem={deletion.error && i18n._(explain(deletion.error, deleteMeRefusals))}
          onProof={(proof) => deletion.mutate(proof, { onSuccess: onDeleted })}
          onClose={() => setLeaving(false)}
        >
          <Trans>
            Your login, your messages and all your connections are deleted immediately, including
            time that is paid for. This cannot be undone. Only the records of your payments stay.
            Backups made before are deleted as they grow old.
          </Trans>
        </ProofSheet>
      )}
    </Card>
  )
}

const useStyles = makeStyles({ text: { margin: 0 }, action: { alignSelf: 'flex-start' } })
