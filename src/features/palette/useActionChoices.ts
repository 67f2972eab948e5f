import { useLingui } from '@lingui/react/macro'
import type { Answer, OperationId } from '#contract'
import { lengthText } from '#rules/formats.ts'
import type { Choice } from './choices.ts'
import { type Action, readAction, VERBS } from './action.ts'
import { VERB_WORDS } from './words.ts'

/** The operation of an action, which decides who may run it. */
const NEEDS: Record<Action['verb'], OperationId> = {
  extend: 'createJob',
  ban: 'createJob',
  unban: 'createJob',
  reset: 'resetAccountFlow',
  message: 'sendMessage',
}

/** Parses what is typed as a command, and lists it for each account or person it may apply to. */
export function useActionChoices(may: (id: OperationId) => boolean) {
  const { t, i18n } = useLingui()

  function read(typed: string): Action | undefined {
    const words = Object.fromEntries(VERBS.map((verb) => [verb, i18n._(VERB_WORDS[verb])]))
    const action = readAction(typed, words as Record<Action['verb'], string>)
    return action && may('search') && may(NEEDS[action.verb]) ? action : undefined
  }

  const said = (action: Exclude<Action, { verb: 'message' }>) => {
    const { port } = action
    if (!('time' in action))
      return action.verb === 'unban'
        ? t`Lift the bans of account ${port}`
        : t`Reset the traffic of account ${port}`
    const length = lengthText(Math.abs(action.time), i18n.locale)
    if (action.verb === 'ban') return t`Ban account ${port} for ${length}`
    return action.time < 0
      ? t`Shorten account ${port} by ${length}`
      : t`Extend account ${port} by ${length}`
  }

  function choicesOf(action: Action, found: Answer<'search'>): Choice[] {
    if (action.verb === 'message')
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
      .filter(({ port }) => port === action.port)
      .map(({ id, port, username }) => ({
        key: `${action.verb}:${id}`,
        action,
        target: { id, label: String(port) },
        label: said(action),
        about: username ?? '',
      }))
  }

  return { read, choicesOf }
}

/** What has to be looked up for a command: the port, or the person. */
export const subjectOf = (action: Action): string =>
  action.verb === 'message' ? action.who : String(action.port)
