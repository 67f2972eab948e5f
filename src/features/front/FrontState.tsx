import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getServiceStatus } from '#features/servers/operations.ts'
import { LampLine } from '#ui/LampLine.tsx'
import { Moment } from '#ui/Moment.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'

/** Whether the servers work right now, and the way to all of it; nothing while that is not known. */
export function FrontState() {
  const { t } = useLingui()
  const { data, dataUpdatedAt } = useQuery(getServiceStatus())
  const known = (data?.servers ?? []).filter(({ state }) => state !== 'grey')
  if (known.length === 0) return null
  const up = known.filter(({ state }) => state !== 'red').length
  const count = known.length
  const light = up === count ? 'green' : up > 0 ? 'amber' : 'red'
  return (
    <LampLine state={light}>
      <span>
        {up === count
          ? t`${plural(count, { one: 'The server works', other: 'All # servers work' })}`
          : t`${up} of ${plural(count, { one: '# server works', other: '# servers work' })}`}
      </span>
      <Moment time={dataUpdatedAt} relative />
      <MoreLink to="/help/service">
        <Trans>Service status</Trans>
      </MoreLink>
    </LampLine>
  )
}
