import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'
import { UsageBar } from '#ui/UsageBar.tsx'
import { getInstallation } from './operations.ts'

/** The database and how it grows, and the disk of the data folder. */
export function RoomCard() {
  const { t } = useLingui()
  const { database, disk } = useSuspenseQuery(getInstallation()).data
  const { kind, bytes, logBytes, earlier } = database
  return (
    <Card title={t`Database and disk`}>
      <Facts>
        <Fact name={t`Database`}>{kind === 'embedded' ? t`Embedded` : 'PostgreSQL'}</Fact>
        <Fact name={t`Size`}>
          <Amount bytes={bytes} />
          {logBytes !== null && logBytes > 0 && (
            <>
              {' '}
              <Trans>
                + <Amount bytes={logBytes} /> log
              </Trans>
            </>
          )}
        </Fact>
        {earlier && <Growth bytes={bytes} earlier={earlier} />}
        {disk && (
          <>
            <Fact name={t`Data folder`}>
              <code>{disk.folder}</code>
            </Fact>
            <Fact name={t`Disk`}>
              <Trans>
                <Amount bytes={disk.free} /> of <Amount bytes={disk.size} /> free
              </Trans>
            </Fact>
          </>
        )}
      </Facts>
      {disk && <UsageBar used={disk.size - disk.free} quota={disk.size} />}
    </Card>
  )
}

type GrowthProps = { bytes: number; earlier: Schema<'DatabaseSize'> }

function Growth({ bytes, earlier }: GrowthProps) {
  const { t } = useLingui()
  return (
    <Fact name={t`Growth`}>
      {bytes >= earlier.bytes ? '+' : '−'}
      <Amount bytes={Math.abs(bytes - earlier.bytes)} />{' '}
      <Trans>
        since <Moment time={earlier.time} />
      </Trans>
    </Fact>
  )
}
