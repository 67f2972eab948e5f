import type { Schema } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import { seal, unseal } from '../../database/sealed.ts'
import type { ProviderDefinition, StoredSetting } from './definition.ts'

/** A setting of plain texts, some of them sealed, under their names. */
export type PlainSetting = StoredSetting & { [name: string]: unknown }

type Shape = {
  facts: ProviderDefinition['facts']
  name: string
  /** Texts that are shown again, each with what it is at first. */
  fields: Readonly<Record<string, string>>
  /** Texts that are sealed and never shown. All of them are needed. */
  secrets: readonly string[]
}

/** What a provider's definition says of its setting where that is a list of texts and secrets. */
export function plainSetting({ facts, name, fields, secrets }: Shape) {
  const none = Object.fromEntries(secrets.map((one) => [one, '']))
  return {
    defaults: { on: false, tested: null, ...fields, ...none } as PlainSetting,
    edit(sent, secret) {
      const { on, fields: typed = {}, secrets: given = {} } = sent as Schema<'OtherProviderInput'>
      return (stored) => {
        const texts = Object.keys(fields).map((one) => [one, typed[one]?.trim() ?? ''])
        const sealed = secrets.map((one) => {
          const text = given[one]?.trim() ?? ''
          return [one, text === '' ? textOf(stored, one) : seal(text, secret)] as const
        })
        if (on && sealed.some(([, text]) => text === '')) throw new Refusal(403, 'incomplete')
        return { on, ...Object.fromEntries([...texts, ...sealed]) }
      }
    },
    show: (stored, { notifyUrl }) => ({
      kind: facts.kind,
      name,
      currency: facts.currency,
      on: stored.on,
      tested: stored.tested,
      fields: Object.fromEntries(Object.keys(fields).map((one) => [one, textOf(stored, one)])),
      secrets: Object.fromEntries(secrets.map((one) => [one, textOf(stored, one) !== ''])),
      notifyUrl,
    }),
  } satisfies Pick<ProviderDefinition<PlainSetting>, 'defaults' | 'edit' | 'show'>
}

/** A text of a plain setting; empty where it was never saved. */
export const textOf = (stored: object, name: string): string =>
  String((stored as Record<string, unknown>)[name] ?? '')

/** A secret of a plain setting, unsealed; undefined where there is none. */
export function secretOf(stored: object, name: string, secret: string): string | undefined {
  const sealed = textOf(stored, name)
  return sealed === '' ? undefined : unseal(sealed, secret)
}
