import type { Setting } from '../setting.ts'
import { isSetUp } from './draft.ts'
import { type Labels, setLabels } from './labels.ts'

/** How a way of paying is set up by a form of plain fields and secrets. */
export function plainSetting(kind: string, labels: Labels): Setting {
  setLabels(kind, labels)
  return { isSetUp, place: () => 'live', form: () => import('./PlainForm.tsx') }
}
