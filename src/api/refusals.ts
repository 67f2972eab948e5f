import type { OperationId, Reason } from '#contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApiError } from './client.ts'

/** What to tell a person for each way an operation can be refused. Leaving one out does not compile. */
export type Refusals<Id extends OperationId> = Record<Reason<Id> | 'otherwise', MessageDescriptor>

/** Why a call failed, in words for a person. Spec 8. */
export function explain<Id extends OperationId>(
  { status, reason }: ApiError,
  refusals: Refusals<Id>,
): MessageDescriptor {
  if (status === 0) return msg`No connection to the server. Nothing was changed. Try again later.`
  if (status === 501) return msg`The server does not offer this yet.`
  if (status === 409) return msg`Somebody else changed this in the meantime. Nothing was saved yet.`
  if (status === 400) return msg`The server did not accept what was entered. Check the fields.`
  if (status !== 403) return msg`Network error, try again later.`
  // A word the contract does not list falls through to the general sentence.
  return (refusals as Record<string, MessageDescriptor>)[reason] ?? refusals.otherwise
}

/** Why a page could not be loaded, in words for a person. */
export function explainLoad({ status }: ApiError): MessageDescriptor {
  if (status === 0) return msg`No connection to the server.`
  // An address that makes no sense is of nothing that there is.
  if ([400, 403, 404].includes(status)) return msg`This does not exist, or you may not see it.`
  if (status === 501) return msg`The server does not offer this yet.`
  return msg`Network error, try again later.`
}
