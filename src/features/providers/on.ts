import type { Schema } from '#contract'
import { isFieldKind, paidKinds } from '#rules/providers/registry.ts'

/** The ways of paying with money that are switched on; first screens read it without their words. */
export function methodsOn(status: Schema<'Status'> | undefined): string[] {
  const isOn = (kind: string) =>
    isFieldKind(kind) ? status?.[kind] === true : status?.payments?.includes(kind) === true
  return paidKinds().filter(isOn)
}
