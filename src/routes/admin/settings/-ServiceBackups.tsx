import { Button, makeStyles, Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { KeyQuestion } from '#features/backup/KeyQuestion.tsx'
import { getBackupStatus } from '#features/backup/operations.ts'
import { type PlaceDraft } from '#features/backup/placeDraft.ts'
import { PlaceForm } from '#features/backup/PlaceForm.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { TaskLine } from './-BackupTaskLine.tsx'

const MakeSheet = lazy(() => import('./-MakeBackupSheet.tsx'))
const KeySheet = lazy(() => import('./-BackupKeySheet.tsx'))
const PlaceSheet = lazy(() => import('./-BackupPlaceSheet.tsx'))

type Open = { kind: 'make' } | { kind: 'key' } | { kind: 'place'; draft: PlaceDraft } | null

/** Where backups go, how they are, and what can be done about them. */
export function ServiceBackups() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery(getBackupStatus())
  const [open, setOpen] = useState<Open>(null)
  const [isChanging, setChanging] = useState(false)
  if (!data) return null
  const close = () => setOpen(null)
  const isOn = data.state !== 'off'
  const mayName = data.canBackUp === true && data.from !== 'environment'
  return (
    <Card title={t`Backups`} id="backups">
      <Status status={data} />
      {isOn && data.isKeyKept === false && <KeyQuestion />}
      {data.task && <TaskLine task={data.task} />}
      {isOn && (
        <div className={styles.actions}>
          <Button
            disabledFocusable={data.task?.state === 'working'}
            onClick={() => setOpen({ kind: 'make' })}
          >
            <Trans>Make a copy now</Trans>
          </Button>
          <Button onClick={() => setOpen({ kind: 'key' })}>
            <Trans>Show the backup key</Trans>
          </Button>
          {mayName && !isChanging && (
            <Button onClick={() => setChanging(true)}>
              <Trans>Another place</Trans>
            </Button>
          )}
        </div>
      )}
      {mayName && (!isOn || isChanging) && (
        <PlaceForm onReady={(draft) => setOpen({ kind: 'place', draft })} />
      )}
      <ManualLink
        to={data.canBackUp === false ? 'backups.html#postgresql' : 'backups.html#switch-it-on'}
      />
      <Suspense>
        {open?.kind === 'make' && <MakeSheet onClose={close} />}
        {open?.kind === 'key' && <KeySheet onClose={close} />}
        {open?.kind === 'place' && (
          <PlaceSheet
            draft={open.draft}
            onDone={() => {
              close()
              setChanging(false)
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}

function Status({ status }: { status: Schema<'BackupStatus'> }) {
  const { t } = useLingui()
  const { state, problem, lastShipped, lastChecked, place = '', from, canBackUp } = status
  if (canBackUp === false)
    return (
      <Text>
        <Trans>
          The database is PostgreSQL. It is backed up by means of its own, which this console does
          not see.
        </Trans>
      </Text>
    )
  if (state === 'off')
    return (
      <Problem intent="warning">
        <Trans>
          Backups are off. If this machine or its disk is lost, the whole shop is: customers,
          accounts and orders.
        </Trans>
      </Problem>
    )
  const words = {
    behind: t`The backup is behind: the latest changes are only on this server.`,
    failing: t`The backup is failing: it could not be created or restored.`,
  }
  return (
    <>
      {state !== 'ok' && (
        <Problem>
          {words[state]} {problem}
        </Problem>
      )}
      <Facts>
        {place !== '' && <Fact name={t`Where backups go`}>{place}</Fact>}
        {from !== undefined && (
          <Fact name={t`Named by`}>
            {from === 'environment' ? t`The settings of the server` : t`This console`}
          </Fact>
        )}
        <Fact name={t`Last change shipped`}>
          {lastShipped === null ? '–' : <Moment time={lastShipped} relative />}
        </Fact>
        <Fact name={t`Last restored as a test`}>
          {lastChecked === null ? '–' : <Moment time={lastChecked} relative />}
        </Fact>
      </Facts>
    </>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
