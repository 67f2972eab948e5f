import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '#contract'
import { getAccountLastConnect, getAccountLastConnectAnywhere } from '#features/flow/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'

type Props = { account: Schema<'Account'>; servers: readonly Schema<'Server'>[] }

/** How many servers are requested before "show all". */
const FIRST_LIMIT = 6

/** When the account was last used, on each server. Spec 2. */
export function LastConnectCard({ account, servers }: Props) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const shown = all ? servers : servers.slice(0, FIRST_LIMIT)
  const times = useQueries({
    queries: shown.map(({ id }) => ({
      ...getAccountLastConnect(id, account.id),
      refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
    })),
  })
  const anywhere = useQuery({
    ...getAccountLastConnectAnywhere(account.id),
    enabled: account.lastConnect === undefined,
  })
  const last = account.lastConnect ?? anywhere.data?.lastConnect
  const others = servers.length - shown.length
  return (
    <Card title={t`Last connected`}>
      <Facts>
        <Fact name={t`On any server`}>
          <When time={last} />
        </Fact>
        {shown.map(({ id, name }, at) => (
          <Fact key={id} name={name}>
            {times[at]?.isError && !times[at].data ? (
              <Trans>Not known</Trans>
            ) : (
              <When time={times[at]?.data?.lastConnect} />
            )}
          </Fact>
        ))}
      </Facts>
      {others > 0 && (
        <Button onClick={() => setAll(true)}>
          <Trans>Show {others} more</Trans>
        </Button>
      )}
    </Card>
  )
}

function When({ time }: { time: number | undefined }) {
  if (time === undefined) return '…'
  return time > 0 ? <Moment time={time} relative /> : <Trans>Never</Trans>
}
