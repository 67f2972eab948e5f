import { Text } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'
import { KeyQuestion } from './KeyQuestion.tsx'
import { getBackupStatus } from './operations.ts'

/** Whether backups fail, were never switched on, or are well as far as is known. */
type Kind = 'failing' | 'off' | 'well'
type Props = { when: Kind }

/**
 * Whether backups reach their store, and when that was last tried, or that there are none.
 * Shown only where they are of the kind that is asked for, as each has its place.
 */
export function BackupCard({ when }: Props) {
  const { t } = useLingui()
  const { data } = useQuery(getBackupStatus())
  if (!data) return null
  if (kindOf(data) !== when) return null
  if (data.state === 'off') return <NoBackups canBackUp={when === 'off'} />
  const { state, problem, lastChecked, isKeyKept } = data
  const words = {
    behind: t`The backup is behind: the latest changes are only on this server.`,
    failing: t`The backup is failing: it could not be created or restored.`,
  }
  return (
    <Card id="backups" title={t`Backups`}>
      {state !== 'ok' && (
        <>
          <Problem>
            {words[state]} {problem}
          </Problem>
          <ManualLink to="backups.html#when-it-says-no" />
        </>
      )}
      {isKeyKept === false && <KeyQuestion />}
      <Text>
        {state === 'ok' && <Trans>Every change is backed up.</Trans>}{' '}
        {lastChecked === null ? (
          <Trans>No copy has been restored as a test yet.</Trans>
        ) : (
          <Trans>
            Last restored as a test: <Moment time={lastChecked} relative />
          </Trans>
        )}
      </Text>
    </Card>
  )
}

/** Undefined where nobody says whether it could make any. */
function kindOf({ state, canBackUp, isKeyKept }: Schema<'BackupStatus'>): Kind | undefined {
  if (state !== 'off') return state === 'ok' && isKeyKept !== false ? 'well' : 'failing'
  if (canBackUp === undefined) return undefined
  return canBackUp ? 'off' : 'well'
}

/** That nothing is backed up, where this server could do it; of PostgreSQL it cannot know. */
function NoBackups({ canBackUp }: { canBackUp: boolean }) {
  const { t } = useLingui()
  const may = useMay()
  return (
    <Card id="backups" title={t`Backups`}>
      {canBackUp ? (
        <Problem intent="warning">
          <Trans>
            Backups are off. If this machine or its disk is lost, the whole shop is: customers,
            accounts and orders.
          </Trans>
        </Problem>
      ) : (
        <Text>
          <Trans>
            The database is PostgreSQL. It is backed up by means of its own, which this console does
            not see.
          </Trans>
        </Text>
      )}
      {canBackUp && may('setUpBackup') && (
        <MoreLink to="/admin/settings/service">
          <Trans>Switch backups on</Trans>
        </MoreLink>
      )}
      <ManualLink to={canBackUp ? 'backups.html#switch-it-on' : 'backups.html#postgresql'} />
    </Card>
  )
}
