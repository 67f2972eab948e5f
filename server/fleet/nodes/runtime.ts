import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** The Node this console runs on, which it hands to machines like its own. */
export type Runtime = {
  /** `linux-x64`, `linux-arm64-musl` and so on. */
  platform: string
  /** SHA-256, hexadecimal, of the program itself. */
  hash: string
  version: string
}

/** Packing takes seconds: what is older was left, ms. */
const HALF_MS = 3_600_000

let own: Promise<Runtime> | undefined
const packing = new Map<string, Promise<string>>()

/** What this console runs on. */
export function findRuntime(): Promise<Runtime> {
  own ??= hashOf(process.execPath).then((hash) => ({
    platform: ownPlatform(),
    hash,
    version: process.versions.node,
  }))
  return own
}

/** The file with the program in it, gzip; made once, in the data folder. It takes some seconds. */
export function packedRuntime(dataDir: string): Promise<string> {
  const packed = packing.getOrInsertComputed(dataDir, () => pack(dataDir))
  // What failed, for want of room on the disk, is tried again.
  packed.catch(() => packing.delete(dataDir))
  return packed
}

async function pack(dataDir: string): Promise<string> {
  const { hash } = await findRuntime()
  const folder = join(dataDir, 'runtime')
  const path = join(folder, `${hash.slice(0, 16)}.gz`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  const half = `${path}.${process.pid}`
  await removeHalves(folder)
  await checkRoom(folder)
  try {
    await pipeline(createReadStream(process.execPath), createGzip(), createWriteStream(half))
    const file = await open(half, 'r+')
    await file.sync().finally(() => file.close())
    await rename(half, path)
  } catch (error) {
    // Where there was too little room it would take the rest of it from the database.
    await rm(half, { force: true })
    throw error
  }
  return path
}

/** Removes what processes left that were killed while they packed. */
async function removeHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (/\.gz\.\d+$/.test(name) && mtimeMs < Date.now() - HALF_MS) await rm(path, { force: true })
  }
}

/** Packed it is smaller: what is left then is the database's. Throws as a full disk does. */
async function checkRoom(folder: string): Promise<void> {
  const [{ size }, disk] = await Promise.all([stat(process.execPath), statfs(folder)])
  if (disk.bavail * disk.bsize < size)
    throw Object.assign(new Error('there is too little room to pack Node for other machines'), {
      code: 'ENOSPC',
    })
}

function ownPlatform(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const isMusl = process.platform === 'linux' && header.glibcVersionRuntime === undefined
  return `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
