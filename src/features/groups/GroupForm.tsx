import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import type { useDraft } from '#ui/draft.ts'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { GroupDraft } from './draft.ts'
import { GroupNoticesField } from './GroupNoticesField.tsx'
import { GroupPlansField } from './GroupPlansField.tsx'

type Props = {
  form: ReturnType<typeof useDraft<GroupDraft>>
  plans: readonly Schema<'Plan'>[]
  notices: readonly Schema<'Notice'>[]
}

/** The form of a group. Spec 3. */
export function GroupForm({ form, plans, notices }: Props) {
  const { t } = useLingui()
  const { draft, field, change } = form
  return (
    <>
      <Card>
        <TextField label={t`Name`} maxLength={255} required {...field('name')} />
        <TextField
          label={t`Comment`}
          maxLength={255}
          hint={t`Only admins see it.`}
          {...field('comment')}
        />
        <SwitchField
          label={t`Its users may own several accounts`}
          hint={t`They then find a button to buy another one.`}
          {...field('multiAccount')}
        />
      </Card>
      <Card title={t`What its users may buy`}>
        <GroupPlansField
          plans={plans}
          all={draft.allPlans}
          chosen={draft.plans}
          onChange={change}
        />
      </Card>
      <Card title={t`Announcements for this group`}>
        <GroupNoticesField notices={notices} {...field('notices')} />
      </Card>
    </>
  )
}
