import { createHash } from 'node:crypto'
import type { World } from '../../http/world.ts'
import { findAgentFile } from './agentFile.ts'
import { findNodeIdentity } from './identity.ts'
import { findRuntime } from './runtime.ts'
import { joinScript } from './script.ts'

/** What is handed out for a link that cannot be used, or that there never was. */
export const lateScript = `echo 'This link cannot be used any more. Make a new one in the console.' >&2
exit 1
`

/** The script by which a machine joins; undefined where the console was not built. */
export async function joinScriptFor(
  world: Pick<World, 'config' | 'db' | 'secret'>,
  tokenHash: string,
): Promise<string | undefined> {
  const { site, nodeAgent } = world.config
  const [agent, identity, runtime] = await Promise.all([
    findAgentFile(nodeAgent),
    findNodeIdentity(world),
    findRuntime(),
  ])
  if (!agent) return undefined
  return joinScript({ site, tokenHash, consoleKey: identity.publicKey, agent: agent.hash, runtime })
}

/**
 * The line to paste on a machine, as root. The token stands beside the address, not in it: addresses
 * end up in logs. Where nothing protects the script on its way, its hash does.
 */
export function joinCommand(
  site: string,
  link: { tokenHash: string; token: string; script: string },
): string {
  const { tokenHash, token, script } = link
  const address = `${site}/api/node/join/${tokenHash}`
  const curl =
    '{ command -v curl || { apt-get update && apt-get install -y curl ca-certificates; }; } >/dev/null'
  if (site.startsWith('https:')) return `${curl} && curl -fsS ${address} | sh -s ${token}`
  const hash = createHash('sha256').update(script).digest('hex')
  // Under a name nobody can know beforehand: others on the machine may write to the folder, too.
  const file = '"$join"'
  return `${curl} && join=$(mktemp) && curl -fsS ${address} -o ${file} && echo "${hash}  $join" | sha256sum -c --status && sh ${file} ${token}`
}
