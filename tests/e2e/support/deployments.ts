import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as ask } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** What names scripts besides themselves, in a built console. */
const NAMING = ['index.html', 'sw.js', '.vite/screens.json', '.vite/login.json']

/** A copy of the built console that can be deployed again: every time under other names. */
export function makeDeployments(folder: string) {
  cpSync('dist', folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  let number = 0
  return {
    /** Renames every script wherever it is named, as a build of changed code does. Returns how many. */
    deploy(): number {
      number++
      const assets = join(folder, 'assets')
      const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
      const files = names.map((name) => join(assets, name))
      const renamed = new Map(
        names.map((name) => [name, `${name.replace(/(_\d+_)?\.js$/, '')}_${number}_.js`]),
      )
      const pattern = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
      // As a build does: a server that serves this folder waits until it is there again.
      rmSync(join(folder, '.built'))
      for (const path of [...files, ...NAMING.map((name) => join(folder, name))]) {
        const text = readFileSync(path, 'utf8')
        const after = inTable(
          path,
          text.replace(pattern, (name) => renamed.get(name) ?? name),
          renamed,
        )
        writeFileSync(path, path.endsWith('sw.js') ? withRevision(after, number) : after)
      }
      for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to))
      writeFileSync(join(folder, '.built'), '')
      return names.length
    },
  }
}

/** The table of what is loaded later names each file by its parts: `"name":"hash"`. */
function inTable(path: string, text: string, renamed: ReadonlyMap<string, string>): string {
  if (!/\/files-[^/]*$/.test(path)) return text
  return text.replace(/"([^"]+)":"([^"]+)"/g, (whole, name: string, hash: string) => {
    const to = renamed.get(`${name}-${hash}.js`)
    return to === undefined ? whole : `"${name}":"${to.slice(name.length + 1, -'.js'.length)}"`
  })
}

// The shell page's revision is a hash of its content; here the number of the deployment does.
const withRevision = (worker: string, number: number) =>
  worker.replace(
    /("revision":")[^"]*(","url":"index\.html")/,
    (_all, before, after) => `${before}deployment-${number}${after}`,
  )

/** Serves a folder as deployed consoles do, the API behind it; missing files are missing. */
export async function servePages(folder: string, api: number, port: number) {
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://x').pathname
    if (path.startsWith('/api/')) {
      const { method, headers, url } = incoming
      const passed = ask({ port: api, host: '127.0.0.1', path: url, method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      })
      passed.on('error', () => outgoing.destroy())
      incoming.pipe(passed)
      return
    }
    const file = join(folder, path)
    const isFile = path !== '/' && statSync(file, { throwIfNoEntry: false })?.isFile()
    if (!isFile && extname(path) !== '') return void outgoing.writeHead(404).end()
    const name = isFile ? file : join(folder, 'index.html')
    const forever = path.startsWith('/assets/')
    outgoing.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
    outgoing.setHeader(
      'cache-control',
      forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    outgoing.end(readFileSync(name))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
