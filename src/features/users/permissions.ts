import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'

type Kind = Schema<'Permissions'>['kind']

/** The sets of permissions, from much to little. */
export const KINDS: readonly Kind[] = ['group', 'reseller', 'support', 'finance', 'readOnly']

/** What a set is called, and what it permits. */
export const PERMITTED: Record<Kind, { name: MessageDescriptor; about: MessageDescriptor }> = {
  group: {
    name: msg`Admin of one group`,
    about: msg`Everything about the customers of the group.`,
  },
  reseller: {
    name: msg`Reseller`,
    about: msg`Adds customers, gives them plans and answers them, within limits.`,
  },
  support: {
    name: msg`Support`,
    about: msg`Answers customers, and renews their passwords, links and devices.`,
  },
  finance: {
    name: msg`Finance`,
    about: msg`Sees and downloads customers and orders, and refunds orders. No messages, no other changes.`,
  },
  readOnly: {
    name: msg`Read-only`,
    about: msg`Sees customers, orders and messages. Changes nothing.`,
  },
}
