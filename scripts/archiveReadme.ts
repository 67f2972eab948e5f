/** Commands of the source tree, with what follows them. */
const NPM_RUN = /npm run (backup|secret|move-db|export|import|engine)(?: -- |(?=`))/g

/** README of a release: how it begins there. */
export const ARCHIVE_README = `# Sluice

The console with which people run a paid proxy service: servers, accounts with quotas, plans, orders, customers; with Shadowsocks, Trojan and WireGuard built in. This is a release of it, ready to run.

**Install it**: [in five minutes](docs/manual/en/install.md) ([五分钟安装](docs/manual/zh/install.md)). **Upgrade it**: [docs/manual/en/upgrade.md](docs/manual/en/upgrade.md) ([升级](docs/manual/zh/upgrade.md)); what is new is in [CHANGELOG.md](CHANGELOG.md).

**The manual**: [English](docs/manual/en/index.md), [中文](docs/manual/zh/index.md). Every console serves it at \`/guide\`. \`sluice --help\` names the commands. [docs/deploy](docs/deploy) has systemd, nginx, Caddy and a container. To PostgreSQL and back, or the shop as one file: [docs/move-database.md](docs/move-database.md). What watches it: [docs/observe.md](docs/observe.md). Many processes: [docs/scale.md](docs/scale.md).

**Settings** are environment variables, all of them in [the manual](docs/manual/en/settings.md) ([设置](docs/manual/zh/settings.md)); \`sluice config check\` says what is wrong with them before a restart.

Only to look at it: \`DATA_DIR=/tmp/demo ENGINE=false sluice --demo\` fills a fresh folder with a small shop, serves it at http://localhost:8080 and prints a customer's login.

If the main admin lost every second factor: \`sluice --reset-second-factor\` on the machine, with the same settings, forgets them, ends the sessions, says what it did, and ends.

MIT licence: [LICENSE](LICENSE). Of what is in the programs: [server/LICENSES.md](server/LICENSES.md); of the screens: [dist/licenses.txt](dist/licenses.txt).
`

/** A text of the source tree as a release has it: commands are of \`sluice\`. */
export function asInRelease(text: string): string {
  return text
    .replaceAll(NPM_RUN, (call, name: string) => `sluice ${name}${call.endsWith(' ') ? ' ' : ''}`)
    .replaceAll(/^npm start$/gm, 'sluice')
    .replace(
      'In a release the commands are `sluice move-db …`, from the source `sluice move-db …`.\n\n',
      '',
    )
}
