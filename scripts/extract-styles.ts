import { type ESTree, type Plugin, type Rolldown, Visitor } from 'vite'
import { sheetOf, type StyleRules } from './style-sheet.ts'

/** What a compiled call becomes, by what it was: `__styles(classes, rules)` and `__css(classes)`. */
const WITHOUT_RULES: Record<string, string> = { __styles: '__css', __resetStyles: '__resetCSS' }
/** Where modules have them from: Fluent's, and ours. */
const FROM = ['@griffel/react', '@fluentui/react-components']
const CALL = /\b__(?:s|resetS)tyles\b/
/** Stands where the rules stood, until it is known which calls are left. */
const MARK = /,\s*["'`]styles:(\d+)["'`]/g

/**
 * Moves compiled style rules from the scripts into one sheet that the page names.
 *
 * A browser reads a sheet while scripts still load, once and without a script. Griffel otherwise
 * inserts each rule as a component is first drawn, and each insertion has the page styled again.
 * Which rules are needed is known when unused code is gone.
 */
export function extractStyles(): Plugin {
  const taken: { id: string; at: number; rules: StyleRules }[] = []
  const kept = new Set<number>()
  let href = ''
  return {
    name: 'extract-styles',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { code: CALL },
      handler(code, id) {
        const program = this.parse(code)
        const names = importedBy(program)
        let text = code
        // From the last one on, so that the places of the others stay.
        for (const { callee, arguments: given } of callsOf(program, names).toReversed()) {
          const rules = given.at(-1)
          if (callee.type !== 'Identifier' || !rules) continue
          const mark = `"styles:${taken.push({ id, at: callee.start, rules: rulesOf(rules) }) - 1}"`
          const name = WITHOUT_RULES[names.get(callee.name) ?? '']
          text = `${text.slice(0, callee.start)}${name}${text.slice(callee.end, rules.start)}${mark}${text.slice(rules.end)}`
        }
        if (text === code) return undefined
        const imports = Object.values(WITHOUT_RULES).join(', ')
        return {
          code: `import { ${imports} } from '@fluentui/react-components';\n${text}`,
          map: null,
        }
      },
    },
    renderChunk: (code) => {
      if (!code.includes('styles:')) return null
      return {
        code: code.replace(MARK, (_mark, at: string) => {
          kept.add(Number(at))
          return ''
        }),
        map: null,
      }
    },
    generateBundle: {
      order: 'pre',
      handler() {
        const order = executionOrder(this)
        const rank = (id: string) => order.get(id) ?? order.size
        const used = taken
          .filter((_one, number) => kept.has(number))
          .toSorted((a, b) => rank(a.id) - rank(b.id) || a.at - b.at)
        const source = sheetOf(used.map(({ rules }) => rules))
        if (!source)
          throw new Error('No compiled styles were found where this plugin looks for them.')
        href = `/${this.getFileName(this.emitFile({ type: 'asset', name: 'styles.css', source }))}`
      },
    },
    transformIndexHtml: {
      order: 'post',
      // At the end: what stands before it is painted meanwhile, and scripts wait for it.
      handler: () => [
        { tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href }, injectTo: 'body' },
      ],
    },
  }
}

/**
 * The place of each module: what it imports comes before it, as sheets would that modules import.
 * Modules are compiled in another order in each build, and of two rules of the same weight the last
 * one wins.
 */
function executionOrder(build: Rolldown.PluginContext): Map<string, number> {
  const order = new Map<string, number>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const info = build.getModuleInfo(id)
    info?.importedIds.forEach(visit)
    order.set(id, order.size)
    info?.dynamicallyImportedIds.forEach(visit)
  }
  const entries = [...build.getModuleIds()].filter((id) => build.getModuleInfo(id)?.isEntry)
  entries.toSorted().forEach(visit)
  return order
}

/** What a module imports of the functions that take rules, by the name it has there. */
function importedBy(program: ESTree.Program): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !FROM.includes(statement.source.value)) continue
    for (const one of statement.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
      if (one.imported.name in WITHOUT_RULES) names.set(one.local.name, one.imported.name)
    }
  }
  return names
}

/** The calls of these functions in a module, in their order. */
function callsOf(program: ESTree.Program, names: ReadonlyMap<string, string>) {
  const found: ESTree.CallExpression[] = []
  new Visitor({
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && names.has(node.callee.name)) found.push(node)
    },
  }).visit(program)
  return found
}

/** Rules as values: those of `__resetStyles` are a plain list where they have no at-rules. */
function rulesOf(node: ESTree.Node): StyleRules {
  const value = valueOf(node)
  return Array.isArray(value) ? { r: value } : (value as StyleRules)
}

function valueOf(node: ESTree.Node): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked).join('')
    case 'UnaryExpression':
      return -Number(valueOf(node.argument))
    case 'ArrayExpression':
      return node.elements.map((one) => one && valueOf(one))
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((one) => {
          if (one.type !== 'Property')
            throw new Error('Compiled styles have a part that is spread.')
          return [
            one.key.type === 'Identifier' ? one.key.name : valueOf(one.key),
            valueOf(one.value),
          ]
        }),
      )
    default:
      throw new Error(`Compiled styles hold a ${node.type}, which this plugin cannot read.`)
  }
}
