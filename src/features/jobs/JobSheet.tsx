import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { explain, explainLoad } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { useDraft } from '#ui/draft.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Destruction } from './Destruction.tsx'
import {
  checkJobDraft,
  type JobDraft,
  type JobKind,
  type JobSelection,
  NEW_JOB,
  targetOf,
  toAction,
} from './draft.ts'
import { JobFields } from './JobFields.tsx'
import { createJobRefusals } from './messages.ts'
import { actionName } from './names.ts'
import { createJob, previewJob } from './operations.ts'
import { PreviewFacts } from './PreviewFacts.tsx'

type Props = {
  kind: JobKind
  selection: JobSelection
  /** The fields known in advance. */
  start?: Partial<JobDraft> | undefined
  onClose: () => void
  onStarted: (jobId: number) => void
}

/** Takes the parameters of a bulk action, previews its subjects, and starts it. Nothing is done before. */
export default function JobSheet({ kind, selection, start: given, onClose, onStarted }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const form = useDraft({ ...NEW_JOB, ...given }, (draft) => checkJobDraft(kind, draft))
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const action = toAction(kind, form.draft)
  const sound = Object.keys(checkJobDraft(kind, form.draft)).length === 0
  // The recipients of a mail do not depend on its text, so typing triggers no dry run.
  const deferred = useDeferredValue(
    action.kind === 'mail' ? { kind: action.kind, title: '-', content: '-' } : action,
  )
  const preview = useQuery({
    ...previewJob({ selection, action: deferred }),
    enabled: sound || kind === 'mail',
    placeholderData: keepPreviousData,
  })
  const start = useMutation(createJob)
  const total = preview.data?.total ?? 0
  const target = targetOf(kind)
  const destroys = kind === 'delete' || kind === 'deleteUser'
  const wrong = destroys && typed.trim() !== String(total)
  const ready = preview.data !== undefined && total > 0 && !preview.isFetching && online

  const send = form.submit(() => {
    setTried(true)
    if (!ready || wrong || start.isPending) return
    start.mutate(
      { selection, action, expected: total },
      { onSuccess: ({ id }) => onStarted(id), onError: () => void preview.refetch() },
    )
  })

  return (
    <Sheet
      alert
      wide={kind === 'mail' || kind === 'setServers' || kind === 'moveServers'}
      title={i18n._(actionName(selection.of, kind))}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            appearance="primary"
            className={destroys ? styles.destroys : undefined}
            disabledFocusable={start.isPending || !ready}
          >
            {start.isPending ? (
              <Trans>Working…</Trans>
            ) : kind === 'deleteUser' ? (
              t`Delete ${plural(total, { one: '# user', other: '# users' })}`
            ) : kind === 'delete' ? (
              t`Delete ${plural(total, { one: '# account', other: '# accounts' })}`
            ) : (
              t`Apply to ${total}`
            )}
          </Button>
        </>
      }
    >
      <JobFields kind={kind} form={form} />
      {!preview.data && !preview.error && preview.isFetching && <Loading shape="rows" count={2} />}
      {preview.error && <Problem>{i18n._(explainLoad(preview.error))}</Problem>}
      {preview.data && <PreviewFacts preview={preview.data} of={target} />}
      {destroys && total > 0 && (
        <Destruction
          of={target}
          total={total}
          admins={preview.data?.admins ?? 0}
          typed={typed}
          wrong={tried && wrong}
          onType={setTyped}
        />
      )}
      {!online && (
        <Problem intent="info">
          <Trans>Without a connection nothing can be changed.</Trans>
        </Problem>
      )}
      {start.error && <Problem>{i18n._(explain(start.error, createJobRefusals))}</Problem>}
    </Sheet>
  )
}

const useStyles = makeStyles({
  destroys: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorStatusDangerBackground3Hover },
    ':hover:active': { backgroundColor: tokens.colorStatusDangerBackground3Pressed },
  },
})
