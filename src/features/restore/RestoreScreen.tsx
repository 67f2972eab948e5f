import { Button, Field, ProgressBar, Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Heading } from '#ui/Heading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useDraft } from '#ui/draft.ts'
import { BackupForm } from './BackupForm.tsx'
import { checkRestoreDraft, EMPTY } from './draft.ts'
import { FoundBackup } from './FoundBackup.tsx'
import { fetchProblems, getRestoreRefusals } from './messages.ts'
import { Restarting } from './Restarting.tsx'
import { useRestoreStyles } from './styles.ts'
import { useRestore } from './useRestore.ts'

type Word = Schema<'RestoreProblem'>['word']

/** What is explained by the server's own sentence as well: which part, which answer, how much. */
const DETAILED: readonly Word[] = [
  'damaged',
  'newer release',
  'store away',
  'store refused',
  'no room',
  'failed',
]

type Props = {
  /** Of the one-time link. */
  token: string
  isSetUp: () => Promise<boolean>
  onUp: () => void
  onBack: () => void
}

/** Brings a whole site back from its backup, on a server on which nothing is set up yet. */
export function RestoreScreen({ token, isSetUp, onUp, onBack }: Props) {
  const styles = useRestoreStyles()
  const { t, i18n } = useLingui()
  const { status, error, look } = useRestore(token)
  // Here, so that it is still there when the backup could not be opened.
  const form = useDraft(EMPTY, checkRestoreDraft)
  const [isOther, setOther] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const begun = async () => {
    setOther(false)
    await look()
  }

  const heading = (
    <Heading>
      <Trans>Restore from a backup</Trans>
    </Heading>
  )
  if (isRestored)
    return (
      <div className={styles.form}>
        {heading}
        <Restarting isSetUp={isSetUp} onUp={onUp} />
      </div>
    )
  if (!status)
    return error ? (
      <Problem>{i18n._(explain(error, getRestoreRefusals))}</Problem>
    ) : (
      <Spinner label={t`Checking the link…`} />
    )
  const { state, share = 0, problem, found, isShipping } = status
  const asks = isOther || state === 'none' || state === 'failed'
  return (
    <div className={styles.form}>
      {heading}
      {error && <Problem>{i18n._(explain(error, getRestoreRefusals))}</Problem>}
      {!isOther && state === 'failed' && problem && <WhyNot problem={problem} />}
      {asks && <BackupForm token={token} form={form} onBegun={begun} />}
      {!asks && state === 'fetching' && (
        <Field label={t`Fetching a copy, and checking it…`}>
          <ProgressBar value={share} thickness="large" />
        </Field>
      )}
      {!asks && state === 'fetched' && found && (
        <FoundBackup
          token={token}
          found={found}
          isShipping={isShipping}
          onOther={() => setOther(true)}
          onRestored={() => setRestored(true)}
        />
      )}
      {asks && (
        <Button size="large" appearance="subtle" onClick={onBack}>
          <Trans>Set up a new site instead</Trans>
        </Button>
      )}
    </div>
  )
}

function WhyNot({ problem }: { problem: Schema<'RestoreProblem'> }) {
  const { i18n } = useLingui()
  const { word, detail, earliest } = problem
  return (
    <Problem>
      {i18n._(fetchProblems[word])} {DETAILED.includes(word) && detail}
      {earliest !== undefined && (
        <Trans>
          It goes back to <Moment time={earliest} />.
        </Trans>
      )}
    </Problem>
  )
}
