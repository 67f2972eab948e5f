import { stat } from 'node:fs/promises'
import type { Schema } from '#contract'
import type { World } from '../../http/world.ts'

type Secret = Schema<'InstallationSecret'>

/** The keys this installation stands on, and since when they are what they are. */
export async function secretsOf({ secretKey, backup }: World['config']): Promise<Secret[]> {
  const found = await Promise.all([
    secretIn('secret', secretKey),
    backup.place ? secretIn('backup', backup) : undefined,
  ])
  return found.filter((one) => one !== undefined)
}

async function secretIn(
  kind: Secret['kind'],
  { key, keyFile }: { key: string; keyFile: string },
): Promise<Secret | undefined> {
  if (key) return { kind, from: 'environment', since: null }
  const file = await stat(keyFile).catch(() => undefined)
  return file && { kind, from: 'file', since: Math.round(file.mtimeMs) }
}
