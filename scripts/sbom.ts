import { readFileSync } from 'node:fs'
import type { Identity } from './identity.ts'
import { packageOf } from './linkNode.mjs'
import { PLATFORMS } from './platforms.ts'

type Locked = { name?: string; version: string; integrity?: string; license?: string | string[] }
type Lock = { packages: Record<string, Locked> }

/** What is copied into a release beside the modules of its programs (`scripts/programs.ts`), and Node. */
const COPIED = [
  '@ip-location-db/geo-whois-asn-country-mmdb',
  '@fastify/swagger-ui',
  '@seriousme/openapi-schema-validator',
  ...PLATFORMS.map(({ arch }) => packageOf('linux', arch)),
]

/**
 * The parts of a release that others made, in CycloneDX 1.6: each package whose modules the packers
 * put into a program or the screens, with the licence and the checksum that the lock file has.
 * `packed` are "name version". Throws for one that the lock file does not have.
 */
export function bomOf(packed: Iterable<string>, { name, commit, time }: Identity): object {
  const lock = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock).packages
  const all = new Map(Object.entries(lock).map(([path, one]) => [keyOf(path, one), one]))
  const copied = COPIED.map((one) => `${one} ${lock[`node_modules/${one}`]?.version}`)
  const keys = [...new Set([...packed, ...copied])].toSorted()
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'sluice',
        name: 'sluice',
        version: name,
        licenses: [{ license: { id: 'MIT' } }],
        properties: [{ name: 'commit', value: commit }],
      },
    },
    components: keys.map((key) => componentOf(key, all.get(key))),
  }
}

const keyOf = (path: string, { name, version }: Locked) =>
  `${name ?? path.replace(/^.*node_modules\//, '')} ${version}`

function componentOf(key: string, locked: Locked | undefined) {
  if (!locked) throw new Error(`package-lock.json has no ${key}, which went into the release`)
  const [full = '', version = ''] = key.split(' ')
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full]
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${name}@${version}`
  const { license, integrity } = locked
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name,
    version,
    // Some packages name two in a list.
    ...(license && { licenses: [{ expression: [license].flat().join(' OR ') }] }),
    ...(integrity?.startsWith('sha512-') && {
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
      ],
    }),
    purl,
  }
}
