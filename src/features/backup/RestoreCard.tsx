import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { getBackupStatus, previewRestore } from './operations.ts'

/** What going back to a moment would lose, and the commands that do it; nothing is done here. */
export function RestoreCard() {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery(getBackupStatus())
  const [at, setAt] = useState<number | null>(null)
  if (!data || data.state === 'off') return null
  return (
    <Card title={t`Go back to an earlier moment`}>
      <p className={styles.text}>
        <Trans>
          The console has to stop for it, so it is done on the server. Choose the moment to see what
          would be lost, and the commands.
        </Trans>
      </p>
      <DateTimeField
        label={t`Point in time`}
        hint={t`On this device’s clock.`}
        value={at}
        onChange={setAt}
      />
      {at !== null && <Loss at={at} />}
      <ManualLink to="backups.html#get-it-back" />
    </Card>
  )
}

function Loss({ at }: { at: number }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(previewRestore(at))
  if (error)
    return (
      <Problem>
        <Trans>What would be lost could not be counted.</Trans>
      </Problem>
    )
  if (!data) return null
  return (
    <>
      <Problem intent="warning">
        <Trans>All that came after it would be lost, payments included.</Trans>
      </Problem>
      <Facts>
        <Fact name={t`New users`}>{i18n.number(data.users)}</Fact>
        <Fact name={t`New accounts`}>{i18n.number(data.accounts)}</Fact>
        <Fact name={t`New orders`}>{i18n.number(data.orders)}</Fact>
        <Fact name={t`Entries in the books`}>{i18n.number(data.payments)}</Fact>
        <Fact name={t`Traffic`}>
          <Amount bytes={data.flow} />
        </Fact>
      </Facts>
      <div className={styles.commands}>
        {commandsFor(at).map((command) => (
          <Copyable key={command} text={command} label={t`command`} />
        ))}
      </div>
    </>
  )
}

/** As root on a server of Debian's package; the time is UTC. */
const commandsFor = (at: number): string[] => [
  'systemctl stop sluice',
  'mkdir -p /root/sluice-before && mv /var/lib/sluice/sluice.db* /root/sluice-before/',
  `cd / && set -a && . /etc/sluice.env && DATA_DIR=/var/lib/sluice && set +a && runuser -u sluice -- sluice backup restore --at ${new Date(at).toISOString().slice(0, 16)}Z`,
  'systemctl start sluice',
]

const useStyles = makeStyles({
  text: { margin: 0 },
  commands: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
})
