import { statfs } from 'node:fs/promises'

/** What must stay free for the database itself, bytes. */
const SPARE_BYTES = 256 * 2 ** 20

/** Not enough disk space; the message is a sentence. */
export class NoRoom extends Error {}

/** Throws a sentence where a copy of so many bytes would leave too little disk space to go on. */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes + SPARE_BYTES) return
  const needed = Math.ceil((bytes + SPARE_BYTES) / 2 ** 20)
  throw new NoRoom(
    `There is too little room in ${folder} for a copy of the database: ${needed} MB must be free.`,
  )
}
