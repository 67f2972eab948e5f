import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
import { ChangedMeanwhile, type Conflict } from '#ui/ChangedMeanwhile.tsx'
import type { GroupDraft } from './draft.ts'

type Props = {
  plans: readonly Schema<'Plan'>[]
  notices: readonly Schema<'Notice'>[]
  conflict: Conflict<GroupDraft>
}

/** Somebody else changed the group that is being edited. */
export function GroupConflict({ plans, notices, conflict }: Props) {
  const { t, i18n } = useLingui()
  const names = (things: readonly { id: number; name: string }[], ids: readonly number[]) =>
    listText(
      ids.map((id) => things.find((one) => one.id === id)?.name ?? `#${id}`),
      i18n.locale,
    )
  return (
    <ChangedMeanwhile<GroupDraft>
      names={{
        name: t`Name`,
        comment: t`Comment`,
        allPlans: t`Every plan, including new ones`,
        plans: t`Plans`,
        multiAccount: t`Its users may own several accounts`,
        notices: t`Announcements for this group`,
      }}
      show={(name, draft) => {
        if (name === 'plans') return names(plans, draft.plans)
        const titled = notices.map(({ id, title }) => ({ id, name: title }))
        return name === 'notices' ? names(titled, draft.notices) : undefined
      }}
      {...conflict}
    />
  )
}
