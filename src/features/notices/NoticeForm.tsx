import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { CheckList } from '#ui/CheckList.tsx'
import type { useDraft } from '#ui/draft.ts'
import { MarkdownField } from '#ui/MarkdownField.tsx'
import { SwitchField } from '#ui/SwitchField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { MAX_NOTICE_LETTERS, type NoticeDraft } from './draft.ts'

type Props = {
  form: ReturnType<typeof useDraft<NoticeDraft>>
  groups: readonly Schema<'Group'>[]
}

/** The form of an announcement: text, recipients, and prominence. */
export function NoticeForm({ form, groups }: Props) {
  const { t } = useLingui()
  const { draft, field } = form
  return (
    <>
      <Card>
        <TextField
          label={t`Title`}
          maxLength={255}
          required
          hint={t`[Category]Title puts it in a card of its own with others of that category.`}
          {...field('title')}
        />
        <MarkdownField label={t`Text`} maxLength={MAX_NOTICE_LETTERS} {...field('content')} />
      </Card>
      <Card title={t`Visible to`}>
        <SwitchField
          label={t`Selected groups`}
          hint={t`If off, everyone who logs in.`}
          {...field('forGroups')}
        />
        {draft.forGroups && (
          <CheckList
            label={t`Groups`}
            items={groups.map(({ id, name, comment }) => ({ id, name, about: comment ?? '' }))}
            empty=""
            chosen={draft.groups}
            onChange={field('groups').onChange}
            problem={field('groups').problem}
          />
        )}
        <SwitchField
          label={t`Opens automatically`}
          hint={t`Once per visit, before anything else. Keep it for what really matters.`}
          {...field('autopop')}
        />
      </Card>
    </>
  )
}
