import type { ComponentProps } from 'react'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOrders } from '#features/plans/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { CARRIER_NAMES } from '#rules/carriers.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import type { Choice } from '#ui/SelectField.tsx'
import type { AccountSettingDraft } from './accountDraft.ts'
import type { useAccountSetting } from './useAccountSetting.ts'
import { useServerNames } from './useServerNames.ts'

type Props = {
  conflict: NonNullable<ReturnType<typeof useAccountSetting>['conflict']>
  groups: readonly Choice<string>[]
}

/** Two admins changed the account settings: what the other did, field by field. */
export function AccountSettingConflict({ conflict, groups }: Props) {
  const { t } = useLingui()
  const { data: plans = [] } = useQuery(listOrders())
  const { data: servers } = useQuery(listServers())
  const serverNames = useServerNames(servers)
  const names = useFieldNames()
  const periods: Record<string, string> = {
    5: t`Hours`,
    4: t`Days`,
    2: t`Weeks`,
    3: t`Months of 30 days`,
  }
  return (
    <ChangedMeanwhile<AccountSettingDraft>
      {...conflict}
      savesItself
      names={names}
      show={(name, draft) => {
        if (name === 'servers') return serverNames(draft.servers)
        if (name === 'carriers')
          return draft.carriers.map((carrier) => CARRIER_NAMES[carrier]).join(', ')
        if (name === 'type') return periods[draft.type]
        if (name === 'group') return groups.find(({ value }) => value === draft.group)?.label
        if (name === 'plan') return plans.find(({ id }) => String(id) === draft.plan)?.name
        return undefined
      }}
    />
  )
}

/** What the form calls its fields. */
function useFieldNames(): ComponentProps<typeof ChangedMeanwhile<AccountSettingDraft>>['names'] {
  const { t } = useLingui()
  return {
    signUp: t`Sign-up is open`,
    group: t`Group of new users`,
    give: t`Give every new user an account`,
    fromPlan: t`Same as a plan`,
    plan: t`Plan`,
    limit: t`How many cycles it lasts`,
    type: t`Cycle`,
    flow: t`Quota per cycle`,
    servers: t`Servers`,
    multiServerFlow: t`Share the quota across servers`,
    autoRemove: t`Delete it once it has expired`,
    start: t`First port`,
    end: t`Last port`,
    random: t`Any free port`,
    onlyWhereNeeded: t`Only where a server needs one`,
    subscribe: t`Subscription links`,
    macAccount: t`Users may register devices by MAC address`,
    simple: t`Simple account page`,
    showAllServer: t`Show all servers`,
    showAccountOrderName: t`Show the name of the plan an account came from`,
    warn: t`Warn before an account expires or runs out`,
    warnDays: t`Before expiry`,
    warnPercent: t`Traffic used`,
    warnByMail: t`By email as well`,
    lastTerms: t`All remaining time takes the terms of the plan bought last`,
    wayBack: t`Accounts that have ended still reach this site`,
    devices: t`Additional WireGuard devices per account`,
    graceHours: t`The old one still works for`,
    keepOwnKeys: t`Keep the keys of first devices`,
    historyMonths: t`Store the traffic of accounts for`,
    keepKeys: t`Keep the keys of additional devices`,
    carriers: t`Order in subscriptions`,
  }
}
