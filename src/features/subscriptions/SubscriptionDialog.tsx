import { makeStyles, Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import {
  OLDER_SUBSCRIPTION_TYPES,
  SUBSCRIPTION_TYPES,
  subscriptionLink,
  type SubscriptionType,
} from '#rules/links.ts'
import { Loading } from '#ui/Loading.tsx'
import { OfflineBar } from '#ui/OfflineBar.tsx'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { LinkCode } from './LinkCode.tsx'
import {
  getMySubscription,
  type RenewalOf,
  renewMySubscription,
  type SubscriptionOf,
} from './operations.ts'
import { RenewLink } from './RenewLink.tsx'

const WhatAppGets = lazy(() => import('./WhatAppGets.tsx'))

type Props = {
  accountId: number
  onClose: () => void
  /** How the link's token is read; as the account's owner unless given. */
  query?: SubscriptionOf
  /** Renews the link; as the account's owner unless given, null where it is not offered. */
  renewal?: RenewalOf | null
  /** Whether what each app gets is shown, for those who answer its questions. */
  hasPreview?: boolean
}

/** The server answers each app in the format it reads. */
const ANY = 'any'
type App = SubscriptionType | typeof ANY

/** Names of apps are the same in every language. */
const NAMES: Record<SubscriptionType, string> = {
  shadowrocket: 'Shadowrocket',
  clash: 'Clash',
  mihomo: 'Mihomo (Clash Meta)',
  singbox: 'sing-box',
  surge: 'Surge',
  loon: 'Loon',
  quantumultx: 'Quantumult X',
  outline: 'Outline',
  sip008: 'SIP008 (Shadowsocks)',
  ssr: 'ShadowsocksR',
  ssd: 'SSD',
  potatso: 'Potatso',
}

/** The link by which an app updates an account's servers, as text and as a code. Spec 7. */
export default function SubscriptionDialog(props: Props) {
  const { accountId, onClose, query = getMySubscription, renewal = renewMySubscription } = props
  const { hasPreview = false } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [type, setType] = useState<App>('shadowrocket')
  const [ip, setIp] = useState(false)
  const [flow, setFlow] = useState(false)
  const types: readonly App[] = useMay()('getSubscription.type')
    ? [...SUBSCRIPTION_TYPES, ANY]
    : OLDER_SUBSCRIPTION_TYPES
  const nameOf = (app: App) => (app === ANY ? t`Another app` : NAMES[app])
  const format = type === ANY ? undefined : type
  const site = useStatus()?.site || location.origin
  const subscription = useQuery(query(accountId))
  const token = subscription.data?.subscribe
  const link = token && subscriptionLink(site, token, { type: format, ip, flow })

  return (
    <Sheet title={t`Subscription`} onClose={onClose}>
      <OfflineBar asOf={subscription.data ? subscription.dataUpdatedAt : undefined} />
      <p className={styles.about}>
        <Trans>
          An app that opens this link gets all servers of the account, and updates when they change.
          Anyone who has the link can use the account.
        </Trans>
      </p>
      <SelectField
        label={t`App`}
        value={type}
        choices={types.map((value) => ({ value, label: nameOf(value) }))}
        hint={
          type === ANY
            ? t`Each app that opens the link is answered in the format it reads.`
            : undefined
        }
        onChange={setType}
      />
      {link ? (
        <LinkCode type={format} app={nameOf(type)} link={link} />
      ) : (
        !subscription.error && <Spinner label={t`Loading`} />
      )}
      {subscription.error && !token && <Problem>{i18n._(explainLoad(subscription.error))}</Problem>}
      <SwitchField
        label={t`IP addresses instead of host names`}
        value={ip}
        onChange={setIp}
        hint={t`For networks where names cannot be looked up.`}
      />
      <SwitchField
        label={t`Show traffic and expiry in the app`}
        value={flow}
        onChange={setFlow}
        hint={t`Adds entries to the list of servers that only tell this.`}
      />
      {hasPreview && format && (
        <Suspense fallback={<Loading shape="rows" count={2} />}>
          <WhatAppGets accountId={accountId} type={format} />
        </Suspense>
      )}
      {renewal && link && <RenewLink accountId={accountId} renewal={renewal} />}
    </Sheet>
  )
}

const useStyles = makeStyles({ about: { margin: 0 } })
