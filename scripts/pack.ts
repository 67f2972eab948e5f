import { build, type Plugin } from 'vite'
import { KEPT_NAMES, keptNames } from './keptNames.ts'

/** One program and everything it needs in one file. */
export async function packProgram(
  folder: string,
  name: string,
  entry: string,
  plugins: Plugin[] = [],
): Promise<void> {
  await build({
    configFile: false,
    plugins: [...plugins, plainHttp, unused, asciiOnly, keptNames],
    logLevel: 'warn',
    define: { 'process.env.SLUICE_PACKED': '"true"' },
    ssr: { noExternal: true, external: ['pg-native'], target: 'node' },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node26',
      rolldownOptions: {
        platform: 'node',
        output: {
          ...KEPT_NAMES,
          entryFileNames: `${name}.mjs`,
          // What is loaded late would be missing where an upgrade replaces it under a running console.
          codeSplitting: false,
          // Half of the text, which stays in memory. Names are those in the traces of a log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
}

/** What is used of `node:http`; the build fails at a name that is missing here. */
const HTTP = [
  'Agent',
  'createServer',
  'IncomingMessage',
  'METHODS',
  'request',
  'ServerResponse',
  'STATUS_CODES',
]

/**
 * Takes `node:http` past its module: importing that reads every name of it, one of which loads all
 * that `fetch` and WebSockets need, 16 MB and 80 ms that an idle console does without.
 */
const plainHttp: Plugin = {
  name: 'plain-http',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    /^(node:)?http$/.test(id) && kind !== 'require-call' ? '\0plain-http' : undefined,
  load: (id) =>
    id === '\0plain-http'
      ? `const http = process.getBuiltinModule('node:http')
         export default http
         export const { ${HTTP.join(', ')} } = http`
      : undefined,
}

/**
 * What libraries load at once and this server never calls, by who loads it: the search for files
 * that are served by a route each, HTTP/2, and the compilers that `makeApp` gives Fastify itself.
 */
const UNUSED: Record<string, string> = {
  glob: '/@fastify/static/',
  'node:http2': '/fastify/lib/',
  '@fastify/ajv-compiler': '/fastify/lib/',
  '@fastify/fast-json-stringify-compiler': '/fastify/lib/',
}

/** Leaves these out of the file: read, compiled and run they are a twentieth of a start. */
const unused: Plugin = {
  name: 'unused',
  enforce: 'pre',
  resolveId: (id, importer) => {
    const by = UNUSED[id]
    return by && importer?.includes(by) ? '\0unused' : undefined
  },
  load: (id) => (id === '\0unused' ? 'module.exports = {}' : undefined),
}

/**
 * Writes every other letter as an escape, which means the same in strings, patterns and names: one
 * Chinese word makes Node keep all of the text in two bytes per letter.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      if (/(?<!\\)(\\\\)*\\[^\0-\x7f]/.test(file.code))
        throw new Error(`${file.fileName} escapes a letter that needs an escape of its own`)
      file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
    }
  },
}

/** One UTF-16 unit as an escape; letters beyond these are two of them, in patterns as well. */
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
