import { findKey } from '../../backup/store/key.ts'
import { masked } from '../../base/masked.ts'
import { recentLines } from '../../base/recentLines.ts'
import { SETTING_NAMES, isSecret } from '../../base/settings/names.ts'
import { findSecretKey } from '../../database/secret/key.ts'
import type { World } from '../../http/world.ts'

type Deps = Pick<World, 'config' | 'secret'>

/** The log of the last hour, each line with its time, without what is secret. */
export function logOfHour(deps: Deps): { time: number; text: string }[] {
  const hide = maskFor(deps)
  return recentLines().map(({ time, text }) => ({ time, text: hide(text.trimEnd()) }))
}

/** Names of the settings that are given; of those that are no secret the values, too. */
export const settingsGiven = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(
    SETTING_NAMES.filter((name) => env[name]?.trim()).map((name) => [
      name,
      isSecret(name) ? '(given, and not shown)' : masked(env[name]!, env),
    ]),
  )

/** Takes out of a text what this installation keeps secret. */
export function maskFor({ config, secret }: Deps) {
  const keys = [keyOf(() => findKey(config.backup)), keyOf(() => findSecretKey(config.secretKey))]
  const known = [secret, config.backup.keyId, config.backup.secret, ...keys.flat()]
  return (text: string) => masked(text, process.env, known)
}

/** A key in the ways it may be written; none where it cannot be read. */
function keyOf(find: () => Buffer | undefined): string[] {
  try {
    const key = find()
    return key ? [key.toString('base64url'), key.toString('base64'), key.toString('hex')] : []
  } catch {
    return []
  }
}
