import { seal, unseal } from '../../database/sealed.ts'
import { findStored, insertSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { type KeyPair, newIdentity } from './channel/keys.ts'

/** Whom nodes know this installation by; made once, for whoever asks first. */
export async function findNodeIdentity({
  db,
  secret,
}: Pick<World, 'db' | 'secret'>): Promise<KeyPair> {
  const stored = await findStored(db, 'nodeIdentity')
  if (!stored) {
    const { publicKey, privateKey } = newIdentity()
    await insertSetting(db, 'nodeIdentity', { publicKey, privateKey: seal(privateKey, secret) })
  }
  // Two who asked at the same moment agree on what the first has kept.
  const { publicKey, privateKey } = stored ?? (await findStored(db, 'nodeIdentity'))!
  return { publicKey, privateKey: unseal(privateKey, secret) }
}
