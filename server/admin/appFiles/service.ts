import type { Answer } from '#contract'
import { APP_FILE_NAME, MAX_APP_FILES } from '#rules/appFiles.ts'
import { found, Refusal } from '../../base/refusal.ts'
import type { Call } from '../../http/contract.ts'
import { listFiles, removeFile, removeOldParts, writePiece } from './store.ts'

/** The files of apps that this server hands out. */
export async function listAppFiles({
  config,
}: Pick<Call<'listAppFiles'>, 'config'>): Promise<Answer<'listAppFiles'>> {
  return { files: await listFiles(config.appFiles), address: `${config.site}/apps/` }
}

/** Takes a piece of a file. Refuses with `wrong name`, `too many`, `wrong piece` and `no space`. */
export async function uploadAppFile({
  config,
  now,
  path,
  body,
}: Call<'uploadAppFile'>): Promise<Answer<'uploadAppFile'>> {
  const { name } = path
  const folder = config.appFiles
  if (!APP_FILE_NAME.test(name)) throw new Refusal(403, 'wrong name')
  if (body.from === 0) {
    await removeOldParts(folder, now())
    const others = (await listFiles(folder)).filter((file) => file.name !== name)
    if (others.length >= MAX_APP_FILES) throw new Refusal(403, 'too many')
  }
  const piece = Buffer.from(body.data, 'base64')
  if (piece.length === 0 || body.from + piece.length > body.size)
    throw new Refusal(403, 'wrong piece')
  try {
    return { received: await writePiece(folder, { name, ...body }, piece) }
  } catch (error) {
    if (isFull(error)) throw new Refusal(403, 'no space')
    throw error
  }
}

/** Removes a file. 404 where it is gone. */
export async function removeAppFile({
  config,
  path,
}: Pick<Call<'removeAppFile'>, 'config' | 'path'>): Promise<'success'> {
  if (!APP_FILE_NAME.test(path.name)) throw new Refusal(404)
  found((await removeFile(config.appFiles, path.name)) || undefined, 404)
  return 'success'
}

/** A full disk, a quota, or a folder that may not be written. */
const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')
