import type { MessageDescriptor } from '@lingui/core'

/** The labels of the fields of a provider, and of its secrets, in the order of the form. */
export type Labels = Readonly<
  Record<'fields' | 'secrets', Readonly<Record<string, MessageDescriptor>>>
>

const labels = new Map<string, Labels>()

/** Stores the labels of a provider. */
export const setLabels = (kind: string, those: Labels): void => void labels.set(kind, those)

/** The labels of a provider that was made by `plainSetting`. */
export const labelsOf = (kind: string): Labels => labels.get(kind) ?? { fields: {}, secrets: {} }
