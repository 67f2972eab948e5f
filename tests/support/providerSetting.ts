import type { Database } from '../../server/database/database.ts'
import { providerNamed } from '../../server/shop/providers/registry.ts'
import { changeProviderSetting, findProviderSetting } from '../../server/shop/providers/setting.ts'

/** Changes fields of a provider's stored setting, past all that a form checks. */
export async function changeProvider(db: Database, kind: string, change: object): Promise<void> {
  const provider = providerNamed(kind)!
  const before = await findProviderSetting(db, provider)
  await changeProviderSetting(db, provider, { ...before, ...change })
}
