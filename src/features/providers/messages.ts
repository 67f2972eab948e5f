import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'
import type { Schema } from '#contract'

/** Why a provider's settings were not changed. */
export const editProviderRefusals: Refusals<'editProvider'> = {
  incomplete: msg`Enter everything before you turn it on.`,
  'bad private key': msg`The private key cannot be read. Paste the whole RSA2 key (2048 bits), as Alipay’s key tool shows it.`,
  'bad public key': msg`Alipay’s public key cannot be read. Copy it again from the page of your app.`,
  'own public key': msg`This is the public key of your own app. Copy the one that is called Alipay public key.`,
  'secret needed': msg`The secret would go to another address now. Enter it again.`,
  otherwise: msg`The settings were not saved.`,
}

/** Why a provider was not tested. */
export const testProviderRefusals: Refusals<'testProvider'> = {
  incomplete: msg`There is nothing to test yet. Enter the keys and save them.`,
  otherwise: msg`It was not tested.`,
}

type Result = Schema<'ProviderTest'>['result']

/** What a test came to, and what to do about it. */
export const TEST_WORDS: Readonly<Record<Result, MessageDescriptor>> = {
  works: msg`It works.`,
  unreachable: msg`No usable answer came. Check the address, and whether this server reaches the internet.`,
  timeout: msg`No answer came within 10 seconds. Try again in a while.`,
  'unknown app': msg`Alipay does not know this app ID. Live and sandbox have different ones.`,
  'wrong private key': msg`Alipay does not accept the signature. Enter the public key of this app, shown below, at Alipay.`,
  'wrong public key': msg`The answer is not signed with the key entered as Alipay’s. Copy the Alipay public key again; live and sandbox have different ones.`,
  'wrong secret': msg`PayPal does not accept the client ID and secret. Live and sandbox have different ones.`,
  'not allowed': msg`This app is not allowed to do this. Turn on face-to-face payment (Alipay) or payments (PayPal) for it.`,
  refused: msg`The test was refused. The reason is below.`,
}

/** The same in a word or two, for a list. */
export const TEST_MARKS: Readonly<Record<Result, MessageDescriptor>> = {
  works: msg`Test passed`,
  unreachable: msg`Unreachable`,
  timeout: msg`No answer in time`,
  'unknown app': msg`Unknown app ID`,
  'wrong private key': msg`Wrong private key`,
  'wrong public key': msg`Wrong Alipay public key`,
  'wrong secret': msg`Wrong client ID or secret`,
  'not allowed': msg`Not allowed`,
  refused: msg`Test refused`,
}
