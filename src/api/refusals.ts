import type { OperationId, Reason } from '#contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiError } from './client.ts'
import { NOT_KEPT, NOT_OFFERED, VIEWING_ONLY } from './serverInfo.ts'

/** The message for each way an operation can be refused. Leaving one out does not compile. */
export type Refusals<Id extends OperationId> = Record<Reason<Id> | 'otherwise', MessageDescriptor>

/** Why a call failed, in words for a person. Spec 8. */
export function explain<Id extends OperationId>(
  { status, reason }: ApiError,
  refusals: Refusals<Id>,
): MessageDescriptor {
  if (status === 0) return explainNoAnswer(reason)
  if (status === 501 || reason === NOT_OFFERED) return msg`The server does not offer this.`
  if (status === 503 && reason === 'server busy')
    return msg`The server is busy right now. Nothing was changed. Try again in a moment.`
  if (status === 503)
    return reason === 'database full' || reason === 'database not writable'
      ? msg`The server cannot save anything right now. Nothing was changed. Try again later.`
      : msg`The server is not available right now. Check whether this was saved before you try again.`
  if (status === 409) return msg`Someone else has changed this. Nothing was saved yet.`
  if (status === 400) return msg`The server did not accept what was entered. Check the fields.`
  if (status !== 403) return msg`Network error, try again later.`
  if (reason === 'not permitted')
    return msg`Your permissions do not include this. The main admin can change them.`
  if (reason === VIEWING_ONLY) return msg`You are viewing as this customer. Nothing can be changed.`
  if (reason === NOT_KEPT)
    return location.protocol === 'https:' || !navigator.cookieEnabled
      ? msg`Your browser refuses cookies, so you cannot stay logged in. Allow cookies for this site, then log in again.`
      : msg`Your browser did not keep the login. If the address of this site begins with https://, open it that way; otherwise allow cookies for this site.`
  // A word the contract does not list falls through to the general sentence.
  return (refusals as Record<string, MessageDescriptor>)[reason] ?? refusals.otherwise
}

/** What is known of a call without an answer; only one that was never sent has certainly changed nothing. */
function explainNoAnswer(reason: string): MessageDescriptor {
  if (reason === 'unsent')
    return msg`No connection to the server. Nothing was changed. Try again later.`
  if (reason === 'unread') return msg`No connection to the server. Try again later.`
  if (reason === 'open')
    return msg`No answer, so we cannot tell whether it was done. You can send it again: it is done only once.`
  return msg`No answer, so we cannot tell whether it was done. Check what is there before you try again.`
}

/** Why a page could not be loaded, in words for a person. */
export function explainLoad({ status, reason }: ApiError): MessageDescriptor {
  if (status === 0) return msg`No connection to the server.`
  if (status === 501 || reason === NOT_OFFERED) return msg`The server does not offer this.`
  // An invalid address belongs to nothing that exists. Older servers send 401 for 403.
  if ([400, 401, 403, 404].includes(status)) return msg`This does not exist, or you may not see it.`
  return msg`Network error, try again later.`
}
