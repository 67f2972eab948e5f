import { useLingui } from '@lingui/react/macro'
import type { Answer, OperationId } from '#contract'
import { lengthText } from '#rules/formats.ts'
import type { Choice } from './choices.ts'
import { type Deed, readDeed, VERBS } from './deed.ts'
import { VERB_WORDS } from './words.ts'

/** What a deed is done by, which tells who may do it. */
const NEEDS: Record<Deed['verb'], OperationId> = {
  extend: 'createJob',
  ban: 'createJob',
  unban: 'createJob',
  reset: 'resetAccountFlow',
  message: 'sendMessage',
}

/** Reads what is typed as an order, and says it back for each account or person it may be for. */
export function useDeedChoices(may: (id: OperationId) => boolean) {
  const { t, i18n } = useLingui()

  function read(typed: string): Deed | undefined {
    const words = Object.fromEntries(VERBS.map((verb) => [verb, i18n._(VERB_WORDS[verb])]))
    const deed = readDeed(typed, words as Record<Deed['verb'], string>)
    return deed && may('search') && may(NEEDS[deed.verb]) ? deed : undefined
  }

  const said = (deed: Exclude<Deed, { verb: 'message' }>) => {
    const { port } = deed
    if (!('time' in deed))
      return deed.verb === 'unban'
        ? t`Lift the bans of port ${port}`
        : t`Reset the traffic of port ${port}`
    const length = lengthText(Math.abs(deed.time), i18n.locale)
    if (deed.verb === 'ban') return t`Ban port ${port} for ${length}`
    return deed.time < 0
      ? t`Shorten port ${port} by ${length}`
      : t`Extend port ${port} by ${length}`
  }

  function choicesOf(deed: Deed, found: Answer<'search'>): Choice[] {
    if (deed.verb === 'message')
      return found.users
        .filter(({ type }) => type === 'normal')
        .map(({ id, username, comment }) => ({
          key: `message:${id}`,
          place: {
            href: `/admin/message/${id}`,
            label: t`Write to ${username}`,
            about: comment,
          },
        }))
    return found.accounts
      .filter(({ port }) => port === deed.port)
      .map(({ id, port, username }) => ({
        key: `${deed.verb}:${id}`,
        deed,
        target: { id, label: String(port) },
        label: said(deed),
        about: username ?? '',
      }))
  }

  return { read, choicesOf }
}

/** What has to be looked up for an order: the port, or the person. */
export const subjectOf = (deed: Deed): string =>
  deed.verb === 'message' ? deed.who : String(deed.port)
