import type { Api } from 'grammy'
import type { World } from '../../http/world.ts'

const TIMEOUT_MS = 10_000

/**
 * A file that was sent to a bot; undefined where it is larger than `most` bytes. Throws where Telegram
 * does not hand it over. The address of a file holds the token, so no error names it.
 */
export async function fetchFile(
  { config, token }: { config: World['config']; token: string },
  api: Pick<Api, 'getFile'>,
  id: string,
  most: number,
): Promise<Buffer | undefined> {
  const { file_path: path, file_size: size = 0 } = await api.getFile(id)
  if (size > most) return undefined
  if (path === undefined) throw new Error('Telegram named no path of a file')
  const below = path.split('/').map(encodeURIComponent).join('/')
  const reply = await fetch(`${config.telegramApi}/file/bot${token}/${below}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  }).catch(() => {
    throw new Error('a file did not arrive from Telegram')
  })
  if (!reply.ok || !reply.body) throw new Error(`Telegram answered ${reply.status} for a file`)
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body) {
    length += part.length
    // Leaving the loop ends the connection.
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}
