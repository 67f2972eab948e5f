import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'
import type { Schema } from '#contract'

/** Why the SMTP server was not changed. */
export const editMailServerRefusals: Refusals<'editMailServer'> = {
  'password needed': msg`Enter the password as well: the saved one is not used for another server or user.`,
  otherwise: msg`The settings were not saved.`,
}

/** Why the text of a mail was not changed. */
export const editMailTemplateRefusals: Refusals<'editMailTemplate'> = {
  otherwise: msg`The template was not saved.`,
}

/** Why no test mail was sent at all. */
export const testMailRefusals: Refusals<'testMail'> = {
  otherwise: msg`The test email was not sent.`,
}

/** Why a mail is not sent again. */
export const retryMailRefusals: Refusals<'retryMail'> = {
  'too late': msg`This email’s code or link has expired. The user must request a new one.`,
  'already sent': msg`This email has already been sent.`,
  otherwise: msg`This email could not be sent again.`,
}

/** What prevents mail from going out, and what to do about it. */
export const mailProblems: Record<Schema<'MailProblem'>, MessageDescriptor> = {
  'not set up': msg`No mail server is set. Enter one and save it first.`,
  'host not found': msg`There is no server of this name. Check the host.`,
  'no connection': msg`Nothing answers there. Check host and port, and whether a firewall lets mail out.`,
  timeout: msg`The server does not answer in time. Check host, port and encryption.`,
  'no encryption': msg`The server does not support this encryption on this port. Try the other one.`,
  certificate: msg`The server’s certificate is not valid for this name. Check the host.`,
  login: msg`The server does not accept the user or the password.`,
  greeting: msg`The server does not accept the name this site introduces itself with. SITE must be a domain name that exists.`,
  sender: msg`The server does not let you send from this address. Check the sender.`,
  recipient: msg`The server does not accept this recipient.`,
  later: msg`The server takes no emails right now: it limits how many, or makes new senders wait. Emails that wait to be sent are tried again automatically.`,
  refused: msg`The server did not accept the email.`,
}

/** What a mail is for. */
export const mailKinds: Record<Schema<'MailKind'>, MessageDescriptor> = {
  code: msg`Sign-up code`,
  reset: msg`Password reset`,
  order: msg`Order`,
  user: msg`From an admin`,
  test: msg`Test email`,
  welcome: msg`Login details`,
  warning: msg`Reminder`,
}

/** What became of a mail. */
export const mailStates: Record<Schema<'MailStatus'>, MessageDescriptor> = {
  waiting: msg`Waiting`,
  sent: msg`Sent`,
  failed: msg`Failed`,
  cancelled: msg`Not delivered`,
}

/** Why the owners of accounts that end soon were not mailed. */
export const endingRefusals: Refusals<'mailEndingAccounts'> = {
  'no mail server': msg`No mail server is set up.`,
  otherwise: msg`The emails were not sent.`,
}
