import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { PlanDraft } from '#features/plans/draft.ts'
import { allMethods } from '#features/providers/registry.ts'
import { PERIOD_NAMES } from '#features/plans/names.ts'
import { listText } from '#rules/formats.ts'
import { ChangedMeanwhile, type Conflict } from '#ui/ChangedMeanwhile.tsx'

type Props = Conflict<PlanDraft> & {
  servers: readonly Schema<'Server'>[]
  groups: readonly Schema<'Group'>[]
}

/** Two admins changed one plan: what the other did, field by field. */
export default function PlanConflict({ servers, groups, ...rest }: Props) {
  const { t, i18n } = useLingui()
  const list = (things: readonly { id: number; name: string }[], ids: readonly number[]) =>
    listText(
      ids.map((id) => things.find((one) => one.id === id)?.name ?? `#${id}`),
      i18n.locale,
    )
  return (
    <ChangedMeanwhile<PlanDraft>
      {...rest}
      names={{
        name: t`Name`,
        shortComment: t`Short description`,
        comment: t`Description`,
        type: t`Cycle`,
        cycle: t`Number of cycles`,
        flow: t`Traffic`,
        ...Object.fromEntries(allMethods().map(({ kind, price }) => [kind, i18n._(price)])),
        refTime: t`Reward time for the inviter`,
        allServers: t`All servers, including new ones`,
        servers: t`Servers`,
        portRange: t`Ports`,
        autoRemove: t`Remove the account after it has expired`,
        autoRemoveDelay: t`Delay before deletion`,
        multiServerFlow: t`Share the quota across servers`,
        changeOrderType: t`May change to another plan before it expires`,
        active: t`Active right away`,
        speedDown: t`Download at most`,
        speedUp: t`Upload at most`,
        goesOn: t`Goes on slowly when the quota is used up`,
        speedAfter: t`Speed after the quota`,
        deviceLimit: t`Devices with keys of their own`,
        baseId: t`Traffic pack for`,
        groups: t`Groups with a list of plans of their own`,
      }}
      show={(name, draft) => {
        if (name === 'servers') return list(servers, draft.servers)
        if (name === 'groups') return list(groups, draft.groups)
        const period = name === 'type' && PERIOD_NAMES[Number(draft.type)]
        return period ? i18n._(period) : undefined
      }}
    />
  )
}
