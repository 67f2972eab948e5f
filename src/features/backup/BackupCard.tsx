import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getBackupStatus } from './operations.ts'

/** Warns that what is saved is not kept elsewhere any more; nothing while it is, or backups are off. */
export function BackupCard() {
  const { t } = useLingui()
  const { data } = useQuery(getBackupStatus())
  if (!data || data.state === 'off' || data.state === 'ok') return null
  const words = {
    behind: t`The backup is behind: the latest changes are only on this server.`,
    failing: t`The backup is failing: it could not be made or restored.`,
  }
  return (
    <Card title={t`Backups`}>
      <Problem>
        {words[data.state]} {data.problem}
      </Problem>
      <ManualLink to="backups.html#when-it-says-no" />
    </Card>
  )
}
