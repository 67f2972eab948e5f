import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Identity } from './identity.ts'
import type { Platform } from './platforms.ts'
import { emptyFolder, settle } from './releaseTree.ts'

/** What Debian's package has beside the programs. */
const PARTS = 'docs/deploy/debian'
/**
 * Its name. Debian has another program in a package `sluice`, whose 0.02.15 is newer than a 0.2.0: apt
 * would put it in place of this one.
 */
const NAME = 'sluice-console'
/** Where the programs lie. */
const PROGRAMS = 'usr/lib/sluice'
const UNITS = [
  'sluice.service',
  'sluice-engine.service',
  'sluice-upgrade.path',
  'sluice-upgrade.service',
]

/**
 * Makes Debian's package of a platform's tree. Answers its name in `out`.
 *
 * Units, user and settings come with it, and the command `/usr/bin/sluice` is a link that its scripts
 * make: an upgrade changes it last. What it does when it is installed, upgraded and removed is
 * in `docs/deploy/debian`.
 */
export function makeDeb(
  out: string,
  { tree, platform, identity }: { tree: string; platform: Platform; identity: Identity },
): string {
  const root = emptyFolder(join(out, 'made', `deb-${platform.debian}`))
  const put = (from: string, to: string) => cpSync(from, join(root, to), { recursive: true })
  put(tree, PROGRAMS)
  for (const unit of UNITS) {
    mkdirSync(join(root, 'usr/lib/systemd/system'), { recursive: true })
    writeFileSync(join(root, 'usr/lib/systemd/system', unit), unitOfPackage(unit))
  }
  put(`${PARTS}/sysusers.conf`, 'usr/lib/sysusers.d/sluice.conf')
  put(`${PARTS}/sluice.env`, 'etc/sluice.env')
  put('LICENSE', `usr/share/doc/${NAME}/copyright`)
  settle(root, identity.time)
  const bytes = sizeOf(root)
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    put(`${PARTS}/${script}`, `DEBIAN/${script}`)
    chmodSync(join(root, 'DEBIAN', script), 0o755)
  }
  writeFileSync(join(root, 'DEBIAN/conffiles'), '/etc/sluice.env\n')
  writeFileSync(join(root, 'DEBIAN/control'), controlOf(identity, platform, bytes))
  settle(root, identity.time)
  // Secrets are written into it; systemd reads it as root.
  chmodSync(join(root, 'etc/sluice.env'), 0o640)
  const file = `${NAME}_${identity.name}_${platform.debian}.deb`
  const same = ['--root-owner-group', '--uniform-compression', '-Zxz', '-z3', '--threads-max=1']
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(identity.time) }
  execFileSync('dpkg-deb', [...same, '--build', root, join(out, file)], { env, stdio: 'pipe' })
  return file
}

/** A unit as the package installs it: the command is the system's own. */
function unitOfPackage(unit: string): string {
  const text = readFileSync(join('docs/deploy', unit), 'utf8')
  return text
    .replace(/^(#.*\n)+/, `# Comes with the package; changes of your own: systemctl edit ${unit}\n`)
    .replaceAll('/usr/local/bin/sluice', '/usr/bin/sluice')
    .replaceAll('/opt/sluice/', `/${PROGRAMS}/`)
}

function controlOf({ name }: Identity, { debian }: Platform, bytes: number): string {
  const fields = {
    Package: NAME,
    Version: name,
    Architecture: debian,
    Maintainer: 'The makers of Sluice <sluice@localhost>',
    'Installed-Size': Math.ceil(bytes / 1024),
    // What Node of nodejs.org is linked against; it has certificates of its own.
    Depends: 'libc6 (>= 2.28), libstdc++6 (>= 11), libgcc-s1, libatomic1, passwd',
    // Both have /usr/bin/sluice.
    Conflicts: 'sluice',
    Suggests: 'nftables, wireguard-go, caddy | nginx, ca-certificates',
    Section: 'net',
    Priority: 'optional',
    Description: 'console with which people run a paid proxy service',
  }
  const text = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`)
  const more = [
    'Servers, accounts with quotas, plans, orders and customers, with Shadowsocks,',
    'Trojan and WireGuard built in. Brings the Node it runs on.',
  ]
  return text.join('') + more.map((line) => ` ${line}\n`).join('')
}

/** What files take on a disk of 4 KiB blocks, bytes. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((one) => one.isFile())
    .map((one) => Math.ceil(statSync(join(one.parentPath, one.name)).size / 4096) * 4096)
    .reduce((sum, size) => sum + size, 0)
}
