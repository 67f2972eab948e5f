import type { ComponentType } from 'react'
import type { Schema } from '#contract'

type Provider = Schema<'Provider'>

/** The form of a provider's settings. */
export type FormProps = { provider: Provider; onSaved: () => void }

/** How a way of paying is set up: its folder holds one, and `settings.ts` lists it. */
export type Setting = {
  /** Whether its settings are complete. */
  isSetUp: (provider: Provider) => boolean
  /** Which of its systems they lead to. */
  place: (provider: Provider) => 'live' | 'sandbox' | 'own'
  form: () => Promise<{ default: ComponentType<FormProps> }>
}
