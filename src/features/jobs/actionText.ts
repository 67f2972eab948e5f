import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatFlow } from '#rules/flow.ts'
import { lengthText } from '#rules/formats.ts'
import type { Schema } from '#contract'

type Action = Schema<'Job'>['action']

/** The label of a job: "Extend by 30 days", "Add 10 GB", "Delete the plan Gold". */
export function useActionText(): (job: { action: Action; subject?: string | undefined }) => string {
  const { t, i18n } = useLingui()
  return ({ action, subject }) => {
    switch (action.kind) {
      case 'extend': {
        const length = lengthText(Math.abs(action.time), i18n.locale)
        return action.time < 0 ? t`Shorten by ${length}` : t`Extend by ${length}`
      }
      case 'addFlow': {
        const amount = formatFlow(action.flow, i18n.locale)
        return t`Add ${amount}`
      }
      case 'setServers': {
        const count = action.server?.length
        return count === undefined
          ? t`Allow all servers`
          : t`${plural(count, { one: 'Allow # server', other: 'Allow # servers' })}`
      }
      case 'moveServers': {
        const count = action.server.length
        return t`${plural(count, { one: 'Move to # server', other: 'Move to # servers' })}`
      }
      case 'ban': {
        const length = lengthText(action.time, i18n.locale)
        return action.time === 0 ? t`Lift bans` : t`Ban for ${length}`
      }
      case 'setGroup':
        return t`Set the group`
      case 'mail': {
        const { title } = action
        return t`Email “${title}”`
      }
      case 'delete':
        return subject ? t`Delete the account on port ${subject}` : t`Delete accounts`
      case 'deleteUser':
        return subject ? t`Delete the user ${subject}` : t`Delete users`
      case 'deletePlan':
        return subject ? t`Delete the plan ${subject}` : t`Delete plans`
      case 'deleteNotice':
        return subject ? t`Delete the announcement ${subject}` : t`Delete announcements`
      case 'deleteArticle':
        return subject ? t`Delete the article ${subject}` : t`Delete articles`
      case 'importUsers':
        return t`Import users`
      case 'importAccounts':
        return t`Import accounts`
      case 'importPlans':
        return t`Import plans`
    }
  }
}
