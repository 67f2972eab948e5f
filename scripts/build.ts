/** `npm run build`: the console as files to serve, compressed, and what they weigh. */
import { writeFileSync } from 'node:fs'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { unreadable } from './floor.ts'
import { buildGuide } from './guide.ts'
import { keepLicenses, keptLicenses, licensesText } from './licenses.ts'
import { buildNodeAgent } from './nodeAgent.ts'
import { showBudget } from './budget.ts'
import { belowFloor } from './style-floor.ts'
import { prerenderLogin } from './prerender.ts'
import { checkWords } from './words.ts'

const LICENSES = 'dist/.vite/licenses.json'

await build({ logLevel: 'warn' })
await prerenderLogin('dist')
// After the list of what browsers keep: the manual is not part of the app.
await buildGuide('dist/guide')
await buildNodeAgent('dist/node', undefined, [keepLicenses(LICENSES)])
const tooNew = unreadable('dist')
if (tooNew.length > 0) throw new Error(`Not for the oldest browsers: ${tooNew.join('; ')}`)
writeFileSync('dist/licenses.txt', licensesText(keptLicenses(LICENSES)))

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
// A bundle holds all of an area once more: the last steps would take longer than the whole build.
const BUNDLE_QUALITY = 9
const pack = async (name: string) => {
  if (!/\.(js|css|html|svg|webmanifest|txt|json)$/.test(name) || name.startsWith('.vite')) return
  const content = readFileSync(`dist/${name}`)
  if (content.length < 512) return
  const quality = name.endsWith('.json') ? BUNDLE_QUALITY : constants.BROTLI_MAX_QUALITY
  writeFileSync(`dist/${name}.br`, await promisify(brotliCompress)(content, brotli(quality)))
  writeFileSync(`dist/${name}.gz`, await promisify(gzip)(content, { level: 9 }))
}
// On all cores: they are packed by threads of Node's.
await Promise.all(readdirSync('dist', { recursive: true, encoding: 'utf8' }).map(pack))
if (process.env.MESSAGES !== 'draft') checkWords()
const sheets = readdirSync('dist/assets').filter((name) => name.endsWith('.css'))
const unknown = sheets.flatMap((name) => belowFloor(readFileSync(`dist/assets/${name}`, 'utf8')))
if (unknown.length > 0)
  throw new Error(
    `Older browsers drop these styles, and nothing stands for them:\n${unknown.join('\n')}`,
  )
showBudget()
writeFileSync('dist/.built', '')
