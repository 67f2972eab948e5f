import { seal, unseal } from '../../database/sealed.ts'
import { findStored, insertSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { type KeyPair, newIdentity } from './channel/keys.ts'

/** The identity nodes know this installation by; made at the first request. */
export async function findNodeIdentity({
  db,
  secret,
}: Pick<World, 'db' | 'secret'>): Promise<KeyPair> {
  const stored = await findStored(db, 'nodeIdentity')
  if (!stored) {
    const { publicKey, privateKey } = newIdentity()
    await insertSetting(db, 'nodeIdentity', { publicKey, privateKey: seal(privateKey, secret) })
  }
  // Two concurrent requests agree on what the first has stored.
  const { publicKey, privateKey } = stored ?? (await findStored(db, 'nodeIdentity'))!
  return { publicKey, privateKey: unseal(privateKey, secret) }
}
