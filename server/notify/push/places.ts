import { renewalPath } from '#rules/warnings.ts'
import type { EventFacts } from '../../messaging/events/sentences.ts'
import type { Note } from './message.ts'

/** The screen that shows an event, and the thing it is about; of one thing one notification stays. */
export function placeOf({
  kind,
  data,
  subjectId,
}: EventFacts): Pick<Note, 'path' | 'tag'> | undefined {
  const user = subjectId ?? 0
  const order = `order:${data.orderId ?? ''}`
  switch (kind) {
    case 'signUp':
      return { path: `/admin/user/${user}`, tag: `user:${user}` }
    case 'payment':
    case 'paymentStuck':
      return { path: '/admin/pay', tag: order }
    case 'message':
      return { path: `/admin/message/${user}`, tag: `message:${user}` }
    case 'serverDown':
    case 'serverUp':
      return { path: '/admin/server', tag: `server:${data.ids ?? ''}` }
    case 'allowance':
      return { path: '/admin/server', tag: `allowance:${data.names ?? ''}` }
    case 'backupBehind':
    case 'backupWell':
      return { path: '/admin/index', tag: 'backup' }
    case 'certificateEnding':
    case 'certificateWell':
      return { path: '/admin/index', tag: 'certificate' }
    case 'portsShort':
    case 'trialsRefused':
      return { path: '/admin/account', tag: 'ports' }
    case 'reply':
      return { path: '/user/message', tag: 'reply' }
    case 'delivered':
      return { path: '/user/order', tag: order }
    case 'reward':
      return { path: '/user/account', tag: 'reward' }
    case 'ending':
    case 'runningOut':
    case 'usedUp':
      // The same again is one tap from there.
      return { path: renewalPath(data.port ?? ''), tag: `account:${data.port ?? ''}` }
    case 'deviceWaits':
      return { path: '/user/account', tag: `device:${data.port ?? ''}` }
    case 'notice':
      return { path: '/user/index', tag: `notice:${data.id ?? ''}` }
    default:
      return undefined
  }
}
