import { alipay } from './alipay/setting.ts'
import { paypal } from './paypal/setting.ts'
import type { Setting } from './setting.ts'

/** The folders, one line for each. */
const FOLDERS: Readonly<Record<string, Setting>> = { alipay, paypal }

const byKind = new Map<string, Setting>(Object.entries(FOLDERS))

/** Makes known how a way of paying is set up, and returns how that is forgotten. */
export function addSetting(kind: string, setting: Setting): () => void {
  byKind.set(kind, setting)
  return () => void byKind.delete(kind)
}

/** How a way of paying is set up; undefined for what is none. */
export const settingOf = (kind: string): Setting | undefined => byKind.get(kind)
