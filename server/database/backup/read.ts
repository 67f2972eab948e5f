import { type Generation, partName, wholeName } from './names.ts'
import type { Whole } from './snapshot.ts'
import type { Store } from './store.ts'
import { Damaged, type Vault } from './vault.ts'

/** An object's bytes. Throws `Damaged` where it is missing or was touched. */
export async function objectIn(store: Store, vault: Vault, name: string): Promise<Buffer> {
  const packed = await store.get(name)
  if (!packed) throw new Damaged(`The object ${name} is missing.`)
  return vault.open(name, packed)
}

/** What a whole snapshot says of itself. */
export async function wholeOf(
  store: Store,
  vault: Vault,
  generation: Generation['name'],
  seq: number,
): Promise<Whole> {
  return JSON.parse((await objectIn(store, vault, wholeName(generation, seq))).toString()) as Whole
}

/** The bytes of a snapshot, part after part. */
export async function* partsOf(
  store: Store,
  vault: Vault,
  generation: string,
  { seq, parts }: Whole,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1)
    yield await objectIn(store, vault, partName(generation, seq, part))
}
