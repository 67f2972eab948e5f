import { makeStyles, Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import { SUBSCRIPTION_TYPES, subscriptionLink } from '#rules/links.ts'
import { Copyable } from '#ui/Copyable.tsx'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { getMySubscription, renewMySubscription, type SubscriptionOf } from './operations.ts'
import { RenewLink } from './RenewLink.tsx'

type Props = {
  accountId: number
  onClose: () => void
  /** How the link's token is read; as the account's owner unless given. */
  query?: SubscriptionOf
  /** How its owner makes the link anew; null where that is not offered. */
  renewal?: typeof renewMySubscription | null
}

const NAMES = {
  shadowrocket: 'Shadowrocket',
  potatso: 'Potatso',
  ssr: 'ShadowsocksR',
  ssd: 'SSD',
  clash: 'Clash',
} as const

/** The link by which an app keeps an account's servers up to date, as text and as a code. Spec 7. */
export function SubscriptionDialog(props: Props) {
  const { accountId, onClose, query = getMySubscription, renewal = renewMySubscription } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [type, setType] = useState<(typeof SUBSCRIPTION_TYPES)[number]>('shadowrocket')
  const [ip, setIp] = useState(false)
  const [flow, setFlow] = useState(false)
  const site = useStatus()?.site || location.origin
  const subscription = useQuery(query(accountId))
  const token = subscription.data?.subscribe
  const link = token && subscriptionLink(site, token, { type, ip, flow })
  const app = NAMES[type]

  return (
    <Sheet title={t`Subscription`} onClose={onClose}>
      <p>
        <Trans>
          An app that opens this link gets all servers of the account, and again whenever they
          change. Whoever has the link can use the account.
        </Trans>
      </p>
      <SelectField
        label={t`App`}
        value={type}
        choices={SUBSCRIPTION_TYPES.map((value) => ({ value, label: NAMES[value] }))}
        onChange={setType}
      />
      {link ? (
        <>
          <div className={styles.code}>
            <QrCode text={link} label={t`Subscription link for ${app}`} />
          </div>
          <Copyable text={link} label={t`subscription link`} />
        </>
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
        hint={t`Adds two entries to the list of servers that only tell this.`}
      />
      {renewal && link && <RenewLink accountId={accountId} renewal={renewal} />}
    </Sheet>
  )
}

const useStyles = makeStyles({ code: { display: 'flex', justifyContent: 'center' } })
