import { withUniqueNames } from '#rules/entryNames.ts'
import { clashSpares } from '#rules/tunnelProfiles.ts'
import { clash, toProxy } from './clash.ts'
import type { Content } from './content.ts'
import { fillMihomo, mihomoNames, readMihomo } from './mihomoTemplate.ts'
import { grouped } from './spares.ts'
import { type Read, readOnce } from './templateServers.ts'

const readTemplate = readOnce(readMihomo)

/** A profile for mihomo: the site's template with the servers, or the standard one. */
export function mihomo(content: Pick<Content, 'nodes' | 'template'>): string {
  const { template, written } =
    content.template === undefined ? ({} as Partial<Read>) : readTemplate(content.template)
  if (!template || !written) return clash(content, { isMihomo: true })
  const names = mihomoNames(template)
  const nodes = withUniqueNames(content.nodes, names)
  const { entries, groups } = grouped(nodes, names)
  return fillMihomo(
    { template, written },
    {
      names: nodes.map(({ name }) => name),
      servers: nodes.filter(({ id }) => id !== 0).map(({ name }) => name),
      proxies: entries.map(toProxy),
      groups: groups.map(clashSpares),
    },
  )
}
