import type { SpareGroup } from '#rules/tunnelProfiles.ts'

/** An entry, and the same by the further names of its server. */
type Spared<One> = { name: string; spares?: One[] }

/** The entries of a profile with groups that fail over, one for each server with several names. */
export function grouped<One extends Spared<One>>(
  nodes: readonly One[],
  reserved: readonly string[] = [],
): { entries: One[]; groups: SpareGroup[] } {
  const freeName = namer(nodes, reserved)
  const groups: SpareGroup[] = []
  const entries = nodes.flatMap((node) => {
    const { spares = [], ...first } = node
    if (spares.length === 0) return [first as One]
    const members = [first as One, ...spares].map((one, index) => ({
      ...one,
      name: freeName(node.name, index + 1),
    }))
    groups.push({ name: node.name, members: members.map(({ name }) => name) })
    return members
  })
  return { entries, groups }
}

/** The same for programs without such groups: further entries behind each, with a number. */
export function flattened<One extends Spared<One>>(nodes: readonly One[]): One[] {
  const freeName = namer(nodes)
  return nodes.flatMap((node) => {
    const { spares = [], ...first } = node
    const further = spares.map((one, index) => ({ ...one, name: freeName(node.name, index + 2) }))
    return [first as One, ...further]
  })
}

/** Makes names with a number that nothing else has; servers keep theirs. */
function namer(nodes: readonly { name: string }[], reserved: readonly string[] = []) {
  const taken = new Set([...reserved, ...nodes.map(({ name }) => name)].map(lower))
  return (name: string, from: number): string => {
    let number = from
    while (taken.has(lower(`${name} ${number}`))) number += 1
    taken.add(lower(`${name} ${number}`))
    return `${name} ${number}`
  }
}

const lower = (name: string) => name.toLowerCase()
