import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
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
  await pipeline(createReadStream(process.execPath), createGzip(), createWriteStream(half))
  const file = await open(half, 'r+')
  await file.sync()
  await file.close()
  await rename(half, path)
  return path
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
