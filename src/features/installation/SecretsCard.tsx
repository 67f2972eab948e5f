import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { getInstallation } from './operations.ts'

/** The keys this installation stands on, and since when. */
export function SecretsCard() {
  const { t } = useLingui()
  const { secrets } = useSuspenseQuery(getInstallation()).data
  if (secrets.length === 0) return null
  const names = { secret: t`Key of the secrets in the database`, backup: t`Key of the backups` }
  return (
    <Card title={t`Keys`}>
      <Facts>
        {secrets.map(({ kind, since }) => (
          <Fact key={kind} name={names[kind]}>
            {since === null ? t`Given by the environment` : <Moment time={since} relative />}
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}
