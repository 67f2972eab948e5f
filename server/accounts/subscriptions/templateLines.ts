import { type Document, isNode, type LineCounter } from 'yaml'
import type { TemplateProblem } from './templateServers.ts'

/** Problems with the line of the text each of them is at, where it has a place. */
export function withLines(
  problems: readonly TemplateProblem[],
  document: Document,
  lines: LineCounter,
): TemplateProblem[] {
  return problems.map((problem) => {
    const line = problem.at ? lineAt(problem.at, document, lines) : undefined
    return line === undefined ? problem : { ...problem, line }
  })
}

/** The line of a place such as `proxy-groups[0].proxies`; of what is around it where it is missing. */
function lineAt(at: string, document: Document, lines: LineCounter): number | undefined {
  const path = at.split(/\.|\[(\d+)\]/).flatMap((part) => {
    if (part === undefined || part === '') return []
    return /^\d+$/.test(part) ? Number(part) : part
  })
  for (; path.length > 0; path.pop()) {
    const node = document.getIn(path, true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}
