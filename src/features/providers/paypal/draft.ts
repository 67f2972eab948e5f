import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { paypal as facts } from '#rules/providers/paypal.ts'
import type { Problems } from '#ui/draft.ts'
import { isAddress } from '../address.ts'

type Input = Body<'editProvider'>['data']

/** PayPal as it is being set up; an empty secret is left as it was. */
export type PaypalDraft = {
  on: boolean
  mode: Schema<'PaypalProvider'>['mode']
  address: string
  clientId: string
  clientSecret: string
}

/** PayPal as it can be changed. */
export function paypalDraftOf(provider: Schema<'PaypalProvider'>): PaypalDraft {
  const { on, mode, address, clientId } = provider
  return { on, mode, address, clientId, clientSecret: '' }
}

/** What prevents PayPal from being saved; what is switched on must be complete. */
export function checkPaypalDraft(
  draft: PaypalDraft,
  saved: Pick<Schema<'PaypalProvider'>, 'hasClientSecret' | 'address'>,
): Problems<PaypalDraft> {
  const problems: Problems<PaypalDraft> = {}
  const { on, clientId, clientSecret } = draft
  const address = draft.address.trim()
  const hasSecret = clientSecret.trim() !== ''
  if (address !== '' && !isAddress(address))
    problems.address = msg`Enter an address such as https://example.com, or leave it empty.`
  if (!isOneWord(clientId))
    problems.clientId = msg`This contains characters that PayPal never uses.`
  else if (on && clientId.trim() === '') problems.clientId = msg`Enter the client ID.`
  if (on && !saved.hasClientSecret && !hasSecret)
    problems.clientSecret = msg`Enter the client secret.`
  else if (saved.hasClientSecret && !hasSecret && address !== saved.address)
    problems.clientSecret = msg`The secret would go to another address now. Enter it again.`
  else if (!isOneWord(clientSecret))
    problems.clientSecret = msg`This contains characters that PayPal never uses.`
  return problems
}

/** The body of the request for a valid draft of PayPal. */
export function toPaypalInput({ on, mode, address, clientId, clientSecret }: PaypalDraft): Input {
  const terms = { on, mode, address: address.trim(), clientId: clientId.trim() }
  const secret = clientSecret.trim()
  return { kind: facts.kind, ...terms, ...(secret === '' ? {} : { clientSecret: secret }) }
}

const isOneWord = (text: string) => /^[\x21-\x7e]*$/.test(text.trim())
