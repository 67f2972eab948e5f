import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { kept } from './kept.ts'

/**
 * The package that has builds of old versions: no dependency of ours, as only these tests want 50 MB
 * of each. What is downloaded has to have this SHA-512.
 */
const PACKAGE = '@sparticuz/chromium'
const SHA512 = {
  '103.0.0':
    'tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '109.0.6':
    '9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
  '121.0.0':
    '0DiRzlCJljjMKOUh0W36zeR1ibG7EZkwIG+ve8Lg0+tbCM6TWaFlHMSt/6K6Y7o7PFy3eaPoLrUvGRRYUvd81g==',
}

/** Libraries that the builds bring for systems without them, by their names in old and newer ones. */
const LIBRARIES = ['swiftshader', 'aws', 'al2023']

/** A Chromium of an earlier version, downloaded once. Fails where it is not to be had. */
export function olderChromium(version: keyof typeof SHA512) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `its builds are for Linux on x64, not for ${process.platform} on ${process.arch}`,
    )
  const folder = kept(`chromium-${version}`, (into) => unpack(download(version, into), into))
  return {
    program: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: '/etc/fonts' },
  }
}

function download(version: keyof typeof SHA512, into: string): string {
  const words = ['pack', `${PACKAGE}@${version}`, '--loglevel=error', '--pack-destination', into]
  const name = execFileSync('npm', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
  const path = join(into, name)
  const sum = createHash('sha512').update(readFileSync(path)).digest('base64')
  if (sum !== SHA512[version]) throw new Error(`${name} is not what it was: its SHA-512 is ${sum}`)
  return path
}

function unpack(archive: string, into: string): void {
  execFileSync('tar', ['xzf', archive, '-C', into])
  const packed = (name: string) => join(into, 'package', 'bin', name)
  const program = join(into, 'chromium')
  writeFileSync(program, brotliDecompressSync(readFileSync(packed('chromium.br'))))
  chmodSync(program, 0o755)
  mkdirSync(join(into, 'lib'))
  for (const name of LIBRARIES) {
    if (!existsSync(packed(`${name}.tar.br`))) continue
    const input = brotliDecompressSync(readFileSync(packed(`${name}.tar.br`)))
    execFileSync('tar', ['x', '-C', into], { input })
  }
}
