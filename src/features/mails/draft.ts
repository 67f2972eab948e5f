import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { isEmail } from '#rules/email.ts'
import { parsePort } from '#rules/ports.ts'
import type { Problems } from '#ui/draft.ts'

/** The SMTP server as it is being changed; an empty password is left as it was. */
export type ServerDraft = {
  host: string
  port: string
  security: Schema<'MailSecurity'>
  user: string
  password: string
  fromName: string
  fromAddress: string
  /** One pattern a line. */
  blackList: string
}

/** The port each kind of encryption usually has. */
export const USUAL_PORTS = { tls: '465', starttls: '587', none: '25' } as const

/** The SMTP server as it can be changed. */
export function serverDraftOf(server: Schema<'MailServer'>): ServerDraft {
  const { host, port, security, user, fromName, fromAddress, blackList } = server
  const shared = { host, security, user, fromName, fromAddress }
  return { ...shared, port: String(port), password: '', blackList: blackList.join('\n') }
}

/** What prevents the SMTP server from being saved. */
export function checkServerDraft(draft: ServerDraft): Problems<ServerDraft> {
  const problems: Problems<ServerDraft> = {}
  if (parsePort(draft.port) === undefined) problems.port = msg`Enter a port from 1 to 65535.`
  if (/[\s/@]/.test(draft.host.trim())) problems.host = msg`Enter a name such as smtp.example.com.`
  const sender = draft.fromAddress.trim()
  if (sender === '' ? draft.host.trim() !== '' && !isEmail(draft.user) : !isEmail(sender))
    problems.fromAddress = msg`Enter the address that email comes from.`
  if (patternsOf(draft).some((pattern) => pattern.length > 200))
    problems.blackList = msg`A line may have at most 200 characters.`
  return problems
}

/** The SMTP server as it is sent over a `revision`; `remove` deletes the saved password. */
export function toServer(
  draft: ServerDraft,
  { remove, revision }: { remove: boolean; revision: string | undefined },
): Body<'editMailServer'> {
  const { security, password, fromName } = draft
  return {
    host: draft.host.trim(),
    port: parsePort(draft.port) ?? 0,
    security,
    user: draft.user.trim(),
    ...(password !== '' || remove ? { password } : {}),
    fromName: fromName.trim(),
    fromAddress: draft.fromAddress.trim(),
    blackList: patternsOf(draft),
    revision,
  }
}

/** The text of a mail as it is being changed. */
export type TemplateDraft = { title: string; content: string }

/** The text of a mail as it can be changed. */
export const templateDraftOf = ({ title, content }: Schema<'MailTemplate'>): TemplateDraft => ({
  title,
  content,
})

/** What prevents the text of a mail from being saved. */
export function checkTemplateDraft({ title, content }: TemplateDraft): Problems<TemplateDraft> {
  const problems: Problems<TemplateDraft> = {}
  if (title.trim() === '') problems.title = msg`Enter a subject.`
  if (content.trim() === '') problems.content = msg`Enter a text.`
  return problems
}

/** What prevents a test mail from being sent. */
export function checkTestDraft({ recipient }: { recipient: string }) {
  const problems: Problems<{ recipient: string }> = {}
  if (!isEmail(recipient)) problems.recipient = msg`Enter an email address.`
  return problems
}

const patternsOf = ({ blackList }: ServerDraft) => [
  ...new Set(
    blackList
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
