import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { FormProps } from './setting.ts'
import { settingOf } from './settings.ts'

const forms = new Map<string, ComponentType<FormProps>>()

/** The form of a provider, loaded once it is asked for. */
function formOf(kind: string): ComponentType<FormProps> | undefined {
  const setting = settingOf(kind)
  if (setting && !forms.has(kind)) forms.set(kind, lazy(setting.form))
  return forms.get(kind)
}

/** The settings of a provider, by the form of its folder; nothing for one that has none. */
export function ProviderForm(props: FormProps) {
  const [Form] = useState(() => formOf(props.provider.kind))
  return <Suspense fallback={null}>{Form && <Form {...props} />}</Suspense>
}
