/** Names of the groups in a profile, and of the way past all servers. */
export const GROUPS = { auto: 'Auto', proxy: 'Proxy', direct: 'DIRECT' } as const

/** What mihomo's rules and groups may name without defining it: no server can have such a name. */
export const MIHOMO_OWN = [
  'DIRECT',
  'REJECT',
  'REJECT-DROP',
  'PASS',
  'COMPATIBLE',
  'GLOBAL',
] as const

/**
 * Names that mean something else to some client, so that a server named so is refused, with the
 * whole profile, or stands for that. All formats leave out all of them, and show a server alike.
 */
const RESERVED = [
  ...Object.values(GROUPS),
  ...MIHOMO_OWN,
  // Of mihomo's later versions.
  'PASS-RULE',
  'DNS',
  // Surge, Loon and Quantumult X.
  'REJECT-TINYGIF',
  'REJECT-NO-DROP',
  'REJECT-IMG',
  'REJECT-DICT',
  'REJECT-ARRAY',
  'REJECT-200',
  'CELLULAR',
  'CELLULAR-ONLY',
  'HYBRID',
  'NO-HYBRID',
  'PROXY',
  'FINAL',
  // Of sing-box's own profiles before 1.11, and for any outbound in a rule.
  'BLOCK',
  'ANY',
  // Mellow's ways in the file itself.
  'DNS-OUT',
] as const

/** Makes names all different, also from reserved ones and those of the groups. */
export function withUniqueNames<Entry extends { name: string }>(
  entries: readonly Entry[],
  groups: readonly string[] = [],
): Entry[] {
  // Clients compare some of these without regard to case.
  const taken = new Set([...RESERVED, ...groups].map((name) => name.toLowerCase()))
  return entries.map((entry) => {
    let name = entry.name
    for (let number = 2; taken.has(name.toLowerCase()); number += 1)
      name = `${entry.name} ${number}`
    taken.add(name.toLowerCase())
    return { ...entry, name }
  })
}
