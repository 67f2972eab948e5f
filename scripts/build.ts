/** `npm run build`: the console as files to serve, compressed, and what they weigh. */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import { build } from 'vite'
import { buildGuide } from './guide.ts'
import { keepLicenses, keptLicenses, licensesText } from './licenses.ts'
import { buildNodeAgent } from './nodeAgent.ts'
import { showBudget } from './budget.ts'
import { prerenderLogin } from './prerender.ts'
import { checkWords } from './words.ts'

const LICENSES = 'dist/.vite/licenses.json'

await build({ logLevel: 'warn' })
await prerenderLogin('dist')
// After the list of what browsers keep: the manual is not part of the app.
await buildGuide('dist/guide')
await buildNodeAgent('dist/node', undefined, [keepLicenses(LICENSES)])
writeFileSync('dist/licenses.txt', licensesText(keptLicenses(LICENSES)))

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!/\.(js|css|html|svg|webmanifest|txt)$/.test(name) || name.startsWith('.vite')) continue
  const content = readFileSync(`dist/${name}`)
  if (content.length < 512) continue
  writeFileSync(`dist/${name}.br`, brotliCompressSync(content, QUALITY))
  writeFileSync(`dist/${name}.gz`, gzipSync(content, { level: 9 }))
}
if (process.env.MESSAGES !== 'draft') checkWords()
showBudget()
writeFileSync('dist/.built', '')
