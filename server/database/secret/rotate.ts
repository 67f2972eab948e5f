import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { keyFrom } from '../../base/settings/keyText.ts'
import { changeSetting, removeSetting } from '../settings/store.ts'
import { type KeyPlace, makeNextKey, takeNextKey } from './key.ts'
import { resealAll } from './reseal.ts'
import { openSecret, randomText, sealWith } from './secret.ts'

type Options = {
  /** The next key where the environment gives it; without one a file is made. */
  nextKey?: string | undefined
  /** Makes a new secret too: for when database and key may both have been disclosed. */
  all: boolean
}

/**
 * Gives the installation another key, in one transaction; returns what was done, in a sentence.
 *
 * With `all` no console may run on the database: it would go on with the secret it opened.
 * Interrupted at any moment it leaves the old key or the new one in force, and a start finds which.
 * Throws a sentence where a key given by the environment has no next key there.
 */
export async function rotateSecret(
  db: Kysely<Tables>,
  place: KeyPlace,
  { nextKey, all }: Options,
): Promise<string> {
  const secret = await openSecret(db, place)
  if (place.key && !nextKey)
    throw new Error(
      'The key is given as SECRET_KEY. Give the one that is to follow as SECRET_KEY_NEXT: 32 random bytes in base64url.',
    )
  const key = place.key
    ? keyFrom(nextKey ?? '', 'SECRET_KEY_NEXT', 'a secret key')
    : makeNextKey(place)
  const next = all ? randomText() : secret
  const count = await db.transaction().execute(async (tx) => {
    await changeSetting(tx, 'secret', sealWith(key, next))
    if (!all) return 0
    // A backup from before the next start would otherwise bring the old one.
    await removeSetting(tx, 'secretInBackup')
    // The secret they were hashed with is gone: they are unusable, and some would still be shown.
    await tx.deleteFrom('session').execute()
    await tx.deleteFrom('recoveryCode').execute()
    return resealAll(tx, { from: secret, to: next })
  })
  if (!place.key) takeNextKey(place)
  return [
    place.key
      ? 'The secret is sealed with the key of SECRET_KEY_NEXT. Give that as SECRET_KEY from now on.'
      : `The secret is sealed with a new key, in ${place.keyFile}.`,
    ...(all
      ? [
          `It is a new secret: ${count} keys and passwords were sealed anew, every session has ended, and recovery codes are void. Admins make new ones under Settings.`,
        ]
      : []),
  ].join('\n')
}
