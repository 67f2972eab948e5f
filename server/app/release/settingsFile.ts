import { chmodSync, chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** The settings of a file such as /etc/sluice.env, as systemd reads them; remarks are left out. */
export function settingsIn(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line))
  return Object.fromEntries(
    lines.flatMap((found) => {
      const [, name = '', value = ''] = found ?? []
      // As systemd does: quotes around it are not part of it.
      return name ? [[name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]] : []
    }),
  )
}

/** The text with a setting: in place of the line that has it, or of the remark that shows it. */
export function withSetting(text: string, name: string, value: string): string {
  const line = `${name}=${value}`
  for (const old of [new RegExp(`^\\s*${name}=.*$`, 'm'), new RegExp(`^#\\s*${name}=.*$`, 'm')])
    if (old.test(text)) return text.replace(old, () => line)
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`
}

/** Writes a file anew, wholly or not at all; owner and mode stay. */
export function replaceFile(path: string, text: string): void {
  const { mode, uid, gid } = statSync(path)
  const half = `${path}.half`
  rmSync(half, { force: true })
  writeFileSync(half, text, { mode: 0o600, flag: 'wx', flush: true })
  chownSync(half, uid, gid)
  chmodSync(half, mode & 0o7777)
  renameSync(half, path)
}
