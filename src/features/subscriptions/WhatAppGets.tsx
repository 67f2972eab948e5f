import { makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { CARRIER_NAMES } from '#rules/carriers.ts'
import type { SubscriptionType } from '#rules/links.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'
import { previewAccountSubscription } from './operations.ts'

type Reason = Schema<'SubscriptionPreview'>['leftOut'][number]['reason']

/** Why an app gets no entry of a server. */
const REASONS: Record<Reason, MessageDescriptor> = {
  down: msg`nobody gets through it now`,
  noKey: msg`the account has no key for it`,
  noPort: msg`the account has no port of its own`,
  app: msg`not for this app`,
}

/** What an app finds behind the link now, in its order, and what is left out. */
export default function WhatAppGets({
  accountId,
  type,
}: {
  accountId: number
  type: SubscriptionType
}) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(previewAccountSubscription(accountId, type))
  if (!data)
    return error ? (
      <LoadFailed onRetry={() => void refetch()}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={2} />
    )
  return (
    <section>
      <h3 className={styles.title}>
        <Trans>What this app gets now</Trans>
      </h3>
      {data.entries.length === 0 && (
        <p className={styles.empty}>
          <Trans>No server at all.</Trans>
        </p>
      )}
      <ol className={styles.list}>
        {data.entries.map(({ serverId, name, carrier }) => (
          <li key={`${serverId} ${name}`}>
            {name} <span className={styles.quiet}>{CARRIER_NAMES[carrier]}</span>
          </li>
        ))}
      </ol>
      {data.leftOut.length > 0 && (
        <>
          <h3 className={styles.title}>
            <Trans>Left out</Trans>
          </h3>
          <ul className={styles.list}>
            {data.leftOut.map(({ serverId, name, reason }) => (
              <li key={serverId}>
                {name} <span className={styles.quiet}>{i18n._(REASONS[reason])}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const useStyles = makeStyles({
  title: {
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: '0 0 12px', paddingInlineStart: '24px', overflowWrap: 'anywhere' },
  empty: { margin: '0 0 12px' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
