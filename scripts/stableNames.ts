import { createHash } from 'node:crypto'
import { basename } from 'node:path/posix'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** `import("./Name-hash.js")`, as it stands in a chunk before the hashes are known. */
const IMPORT = /\bimport\(["'`]\.\/([^"'`]+)["'`]\)/

/** The style sheets that Vite has made of what a chunk imports. */
type WithStyles = { viteMetadata?: { importedCss: ReadonlySet<string> } }

const ROUTE = /\/src\/routes\/(.+)\.tsx(?:\?tsr-split=([\w-]+))?$/
const FEATURE = /\/src\/features\/(\w+)\/([\w-]+)\.tsx?$/
const WORDS = /\/locales\/areas\/([\w-]+)\.po\?area=(\w+)$/

/**
 * The part of a file's name that is the same in each release, and no other file's: the address of a
 * screen, a feature and its part, the language and area of words, or what Vite calls the file.
 */
export function chunkName({ name, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const [, language, area] = WORDS.exec(facadeModuleId ?? '') ?? []
  if (language) return `${language}-${area}`
  const [, feature, part] = FEATURE.exec(facadeModuleId ?? '') ?? []
  if (feature) return `${feature}-${part}`
  const [, route, split = 'component'] = ROUTE.exec(facadeModuleId ?? '') ?? []
  if (!route) return name
  const address = route.replaceAll(/[/.]/g, '-').replaceAll(/[^\w-]/g, '')
  return split === 'component' ? address : `${address}-${split.replaceAll(/---.*/g, '')}`
}

/**
 * Names the files that are loaded later in one table (`files-….js`) and not in the files that load
 * them, whose own names therefore stay when only those change.
 *
 * A file's name has a hash of what is in it, the names of its imports among them: with the names of
 * later files in it too, one changed word of a screen would rename nearly every file, and each
 * release would be downloaded whole.
 */
export function stableNames(): Plugin {
  let table: string | undefined
  return {
    name: 'stable-names',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler(code, chunk, _options, { chunks }) {
        if (chunk.dynamicImports.length === 0) return null
        const changed = code.replace(RegExp(IMPORT, 'g'), (whole, file: string) => {
          const target = chunks[`assets/${file}`]
          return target ? `import(self.__file(${JSON.stringify(chunkName(target))}))` : whole
        })
        return changed === code ? null : { code: changed, map: null }
      },
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const later = new Set(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? file.dynamicImports : [],
          ),
        )
        const hashes = new Map<string, string>()
        for (const fileName of [...later].sort()) {
          const file = bundle[fileName]
          if (file?.type !== 'chunk') continue
          const name = chunkName(file)
          if (hashes.has(name)) throw new Error(`Two files are called ${name}.`)
          hashes.set(name, basename(fileName, '.js').slice(name.length + 1))
        }
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && IMPORT.test(file.code))
            refuse(`${file.fileName} names what it loads later.`)
        const [lost] = stylesOfLater(bundle)
        if (lost) refuse(`Nothing would load ${lost}: import it in src/main.tsx too.`)
        const names = JSON.stringify(Object.fromEntries(hashes))
        const source = `self.__file=(names=>name=>"./"+name+"-"+names[name]+".js")(${names});\n`
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        table = `assets/files-${hash}.js`
        this.emitFile({ type: 'asset', fileName: table, source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (): HtmlTagDescriptor[] =>
        table === undefined
          ? []
          : [
              {
                tag: 'script',
                attrs: { type: 'module', crossorigin: true, src: `/${table}` },
                // Module scripts run in their order: the entry finds it.
                injectTo: 'head-prepend',
              },
            ],
    },
  }
}

/** The style sheets of files that are loaded later: Vite loads them by the import that is replaced here. */
function stylesOfLater(bundle: Rolldown.OutputBundle): string[] {
  const first = new Set<string>()
  const addWithImports = (fileName: string) => {
    const file = bundle[fileName]
    if (file?.type !== 'chunk' || first.has(fileName)) return
    first.add(fileName)
    file.imports.forEach(addWithImports)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.isEntry) addWithImports(file.fileName)
  return Object.values(bundle).flatMap((file) =>
    first.has(file.fileName) ? [] : [...((file as WithStyles).viteMetadata?.importedCss ?? [])],
  )
}

/** Also says why: that there is no worker then is all that Vite shows. */
function refuse(sentence: string): never {
  console.error(sentence)
  throw new Error(sentence)
}
