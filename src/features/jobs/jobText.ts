import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { useActionText } from './actionText.ts'
import { targetOf } from './draft.ts'

type Action = Schema<'Job'>['action']

/** A bulk action and how many it was about: "Extend by 30 days (191 accounts)". */
export function useJobText(): (action: Action, total: number) => string {
  const { t } = useLingui()
  const actionText = useActionText()
  return (action, total) => {
    const text = actionText({ action })
    const count = {
      user: t`${plural(total, { one: '# user', other: '# users' })}`,
      account: t`${plural(total, { one: '# account', other: '# accounts' })}`,
      plan: t`${plural(total, { one: '# plan', other: '# plans' })}`,
      notice: t`${plural(total, { one: '# announcement', other: '# announcements' })}`,
      article: t`${plural(total, { one: '# article', other: '# articles' })}`,
    }[subjectsOf(action)]
    return `${text} (${count})`
  }
}

/** What a job is about. */
function subjectsOf({ kind }: Action): Schema<'Job'>['of'] {
  switch (kind) {
    case 'importPlans':
    case 'deletePlan':
      return 'plan'
    case 'deleteNotice':
      return 'notice'
    case 'deleteArticle':
      return 'article'
    case 'importUsers':
      return 'user'
    case 'importAccounts':
      return 'account'
    default:
      return targetOf(kind)
  }
}
