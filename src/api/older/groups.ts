import type { Answer } from '#contract'
import { answer, api } from '../client.ts'
import type { Call, Translation } from './translation.ts'

type Group = Omit<Answer<'getGroup'>, 'notices'> & Partial<Pick<Answer<'getGroup'>, 'notices'>>

/** Announcements are named by their side of the link alone, and a form without them is read as none. */
export const groupAnswers = {
  'GET /api/admin/group/{groupId}': async (group: Group) => {
    if (group.notices) return group
    const notices = await answer(api.GET('/api/admin/notice'))
    const own = notices.filter(({ groupIds = [] }) => groupIds.includes(group.id))
    return { ...group, notices: own.map(({ id }) => id) }
  },
} satisfies Partial<Record<Call, Translation>>
