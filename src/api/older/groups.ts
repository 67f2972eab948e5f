import type { Answer } from '#contract'
import type { Call, Read, Translation } from './translation.ts'

type Group = Omit<Answer<'getGroup'>, 'notices'> & Partial<Pick<Answer<'getGroup'>, 'notices'>>

/** Announcements are named by their side of the link alone, and a form without them is read as none. */
export const groupAnswers = {
  'GET /api/admin/group/{groupId}': async (group: Group, read: Read) => {
    if (group.notices) return group
    const notices = await read<Answer<'listNotices'>>('/api/admin/notice')
    const own = notices.filter(({ groupIds = [] }) => groupIds.includes(group.id))
    return { ...group, notices: own.map(({ id }) => id) }
  },
} satisfies Partial<Record<Call, Translation>>
