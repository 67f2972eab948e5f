/**
 * `npm run contract`, and before whatever reads it: what is made of other sources and not committed.
 *
 * The document, types and tables of the contract (`openapi/made`), the tree of the routes, and the
 * catalogs of English, in which each message is its own translation. Each is made again only where
 * its sources, or what was made of them, are others than the last time.
 * Runs on the Node a machine has, before the pinned one is asked for.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pinnedNode, root, run } from './install.mjs'

const STAMP = join(root, '.tmp', 'generated.json')

const CATALOGS = ['src/locales', 'src/locales/areas']

const MADE = [
  {
    name: 'contract',
    program: 'openapi/build.ts',
    // Types are for those who check them: `npm start` installs no program that makes them.
    of: () => [
      String(existsSync(join(root, 'node_modules/openapi-typescript'))),
      ...filesIn('openapi', /\.(yaml|ts)$/).map(said),
    ],
    makes: () => filesIn('openapi/made', /\.(json|ts)$/).map(said),
  },
  {
    name: 'routes',
    program: 'scripts/routeTree.ts',
    // An address is a file: what is in it does not matter to the tree.
    of: () => filesIn('src/routes', /\.tsx$/),
    makes: () => [said('src/routeTree.gen.ts')],
  },
  {
    name: 'words',
    program: 'scripts/sourceWords.ts',
    of: () => CATALOGS.map((folder) => said(`${folder}/zh-CN.po`)),
    makes: () => CATALOGS.map((folder) => said(`${folder}/en-US.po`)),
  },
]

/** Makes what is missing or out of date; ends this process where the sources are not in order. */
export function makeGenerated() {
  const stamps = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {}
  for (const { name, program, of, makes } of MADE) {
    if (stamps[name] === hashOf([...of(), ...makes()])) continue
    // The generator of routes makes Node warn of a library of its own.
    run(pinnedNode(), ['--no-warnings', program])
    stamps[name] = hashOf([...of(), ...makes()])
    mkdirSync(dirname(STAMP), { recursive: true })
    writeFileSync(STAMP, JSON.stringify(stamps))
  }
}

/** A file by its path and what it says; one that is missing says nothing. */
function said(path) {
  const file = join(root, path)
  return `${path}\n${existsSync(file) ? readFileSync(file, 'utf8') : ''}`
}

/** The files of a folder by their paths from the root. Those in folders of it count for routes only. */
function filesIn(folder, pattern) {
  const from = join(root, folder)
  if (!existsSync(from)) return []
  const names = readdirSync(from, { recursive: folder === 'src/routes', encoding: 'utf8' })
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => `${folder}/${name}`)
}

function hashOf(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}\n${text}`)
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) makeGenerated()
