import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'

/** What a notification can be about. */
export type Kinds = Schema<'PushKinds'>
/** The role a screen is for. */
export type Role = 'user' | 'admin' | 'mainAdmin'

/** Something a person can choose to be notified of. */
export type Choice = { name: MessageDescriptor; about: MessageDescriptor; kinds: Kinds }

const OF_ADMINS: readonly Choice[] = [
  {
    name: msg`Messages`,
    about: msg`A customer has written to you`,
    kinds: ['message'],
  },
  { name: msg`Payments`, about: msg`An order was paid`, kinds: ['payment'] },
  {
    name: msg`Stuck payments`,
    about: msg`Paid, but could not be delivered; or the money went back or is disputed`,
    kinds: ['paymentStuck'],
  },
  { name: msg`Sign-ups`, about: msg`Someone has signed up`, kinds: ['signUp'] },
]
const OF_MAIN_ADMIN: readonly Choice[] = [
  ...OF_ADMINS,
  {
    name: msg`Servers`,
    about: msg`A server is down or only partly reachable for two minutes, or back up`,
    kinds: ['serverDown', 'serverUp'],
  },
  {
    name: msg`Monthly traffic of machines`,
    about: msg`A machine is close to its monthly allowance`,
    kinds: ['allowance'],
  },
  {
    name: msg`Backups`,
    about: msg`Backups are behind for five minutes, or caught up`,
    kinds: ['backupBehind', 'backupWell'],
  },
  {
    name: msg`Certificate`,
    about: msg`The certificate expires soon and could not be renewed, or was renewed`,
    kinds: ['certificateEnding', 'certificateWell'],
  },
  {
    name: msg`Ports`,
    about: msg`Few ports are left for new accounts, or none for trials`,
    kinds: ['portsShort', 'trialsRefused'],
  },
]
const OF_USERS: readonly Choice[] = [
  { name: msg`Answers`, about: msg`Support has written to you`, kinds: ['reply'] },
  { name: msg`Expiry`, about: msg`An account expires soon`, kinds: ['ending'] },
  {
    name: msg`Traffic`,
    about: msg`An account runs out of traffic, or has used it up`,
    kinds: ['runningOut', 'usedUp'],
  },
  {
    name: msg`Devices`,
    about: msg`A device too many asks to be let in`,
    kinds: ['deviceWaits'],
  },
  {
    name: msg`Orders`,
    about: msg`A payment arrived and the order was delivered`,
    kinds: ['delivered', 'reward'],
  },
  { name: msg`Announcements`, about: msg`There is news about the service`, kinds: ['notice'] },
]

/** What people of a role can be notified of. */
export function choicesOf(role: Role): readonly Choice[] {
  return { user: OF_USERS, admin: OF_ADMINS, mainAdmin: OF_MAIN_ADMIN }[role]
}

/** All of that. */
export const kindsOf = (role: Role): Kinds => choicesOf(role).flatMap(({ kinds }) => kinds)

/** Whether a browser is notified of a choice; one that never chose is notified of everything. */
export const wantsKind = (kinds: Kinds | null, choice: Choice): boolean =>
  kinds === null || choice.kinds.every((kind) => kinds.includes(kind))
