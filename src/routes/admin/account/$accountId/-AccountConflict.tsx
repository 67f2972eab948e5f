import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { AccountDraft } from '#features/accounts/draft.ts'
import { TYPE_NAMES } from '#features/accounts/names.ts'
import { listOrders } from '#features/plans/operations.ts'
import { listServers } from '#features/servers/operations.ts'
import { listText } from '#rules/formats.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { exactText } from '#ui/moments.ts'

type Props = {
  before: AccountDraft
  theirs: AccountDraft
  mine: AccountDraft
  onTake: (draft: AccountDraft) => void
  onClose: () => void
}

/** Another admin, or a payment, changed the account that is being edited: its new values. */
export function AccountConflict(props: Props) {
  const { t, i18n } = useLingui()
  const plans = useQuery(listOrders()).data ?? []
  const servers = useQuery(listServers()).data ?? []
  const nameIn = (things: readonly { id: number; name: string }[], id: number) =>
    things.find((one) => one.id === id)?.name ?? `#${id}`
  return (
    <ChangedMeanwhile<AccountDraft>
      {...props}
      names={{
        ownPort: t`Port of its own`,
        port: t`Port`,
        password: t`Password`,
        type: t`Type`,
        orderId: t`Plan`,
        time: t`Start`,
        limit: t`Number of cycles`,
        flow: t`Quota per cycle`,
        speedDown: t`Download at most`,
        speedUp: t`Upload at most`,
        autoRemove: t`Delete automatically`,
        autoRemoveDelay: t`Delay before deletion`,
        multiServerFlow: t`Share the quota across servers`,
        allServers: t`All servers, including new ones`,
        servers: t`Servers`,
      }}
      show={(name, draft) => {
        if (name === 'servers') {
          const names = draft.servers.map((id) => nameIn(servers, id))
          return listText(names, i18n.locale)
        }
        if (name === 'orderId')
          return draft.orderId === '0' ? '–' : nameIn(plans, Number(draft.orderId))
        if (name === 'time' && draft.time !== null) return exactText(draft.time, i18n.locale)
        const type = name === 'type' && TYPE_NAMES[Number(draft.type)]
        return type ? i18n._(type) : undefined
      }}
    />
  )
}
