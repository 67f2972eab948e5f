import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

type Other = Schema<'OtherProvider'>

/** A provider as it is being set up: its fields and secrets by their names; an empty secret stays. */
export type OtherDraft = { on: boolean } & {
  [name: `field.${string}` | `secret.${string}`]: string
}

/** Whether every secret of a provider is stored. */
export const isSetUp = (provider: Schema<'Provider'>): boolean =>
  'secrets' in provider && Object.values(provider.secrets).every(Boolean)

/** A provider as it can be changed. */
export function otherDraftOf({ on, fields, secrets }: Other): OtherDraft {
  const typed = Object.entries(fields).map(([name, text]) => [`field.${name}`, text])
  const kept = Object.keys(secrets).map((name) => [`secret.${name}`, ''])
  return { on, ...Object.fromEntries([...typed, ...kept]) } as OtherDraft
}

/** What prevents it from being saved; what is switched on must be complete. */
export function checkOtherDraft(draft: OtherDraft, { secrets }: Other): Problems<OtherDraft> {
  const problems: Problems<OtherDraft> = {}
  if (!draft.on) return problems
  for (const [name, isStored] of Object.entries(secrets))
    if (!isStored && draft[`secret.${name}`]?.trim() === '')
      problems[`secret.${name}`] = msg`Enter everything before you turn it on.`
  return problems
}

/** The body of the request for a valid draft. */
export function toOtherInput(kind: string, draft: OtherDraft): Body<'editProvider'>['data'] {
  const partsOf = (part: 'field' | 'secret') =>
    Object.entries(draft).flatMap(([name, text]) =>
      name.startsWith(`${part}.`) ? [[name.slice(part.length + 1), String(text).trim()]] : [],
    )
  const secrets = partsOf('secret').filter(([, text]) => text !== '')
  const fields = Object.fromEntries(partsOf('field'))
  return { kind, on: draft.on, fields, secrets: Object.fromEntries(secrets) }
}
