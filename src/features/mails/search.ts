import type { Query } from '#contract'
import { mailKinds, mailStates } from './messages.ts'

/** The parts of the mail page. */
export type MailTab = 'server' | 'texts' | 'outbox'

/** Parses the address of the mail page. */
export type MailSearch = { tab?: MailTab } & Pick<Query<'listMails'>, 'status' | 'kind'>

/** Parses the address of the mail page; invalid parts are dropped. */
export function readMailSearch({ tab, status, kind }: Record<string, unknown>): MailSearch {
  return {
    ...(tab === 'texts' || tab === 'outbox' ? { tab } : {}),
    ...(isIn(mailStates, status) ? { status } : {}),
    ...(isIn(mailKinds, kind) ? { kind } : {}),
  }
}

const isIn = <Names extends object>(names: Names, name: unknown): name is keyof Names =>
  typeof name === 'string' && Object.hasOwn(names, name)
