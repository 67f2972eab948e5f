import type { Schema } from '#contract'
import { OF_RELEASE, VERSION } from '../../base/version.ts'
import type { Handlers } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { checkProof } from '../../people/factors/proof.ts'
import { bundleOf } from './bundle.ts'
import { logOfHour } from './log.ts'
import { notesOfRelease } from './notes.ts'
import { processesOf } from './processes.ts'
import { databaseOf, diskOf } from './room.ts'
import { secretsOf } from './secrets.ts'

/** What runs here, on what, since when. */
export const installationHandlers = {
  getInstallation: (call) => installationOf(call),
  getReleaseNotes: () => notesOfRelease(),
  getServiceLog: async (call) => logOfHour(call),
  async makeHelpBundle(call) {
    await checkProof(call, call.caller.id, call.body)
    return bundleOf(call, await installationOf(call))
  },
} satisfies Partial<Handlers>

async function installationOf(call: World): Promise<Schema<'Installation'>> {
  const [processes, disk, database, secrets] = await Promise.all([
    processesOf(call),
    diskOf(call.config),
    databaseOf(call),
    secretsOf(call.config),
  ])
  return {
    version: VERSION,
    commit: OF_RELEASE?.commit ?? null,
    commitTime: OF_RELEASE ? OF_RELEASE.time * 1000 : null,
    processes,
    disk,
    database,
    certificate: certificateOf(call),
    secrets,
  }
}

/** Who serves HTTPS, and with what. */
function certificateOf({
  certificate,
  config,
}: Pick<World, 'certificate' | 'config'>): Schema<'InstallationCertificate'> {
  const { protocol, hostname: name } = new URL(config.site)
  if (protocol !== 'https:') return { by: 'nobody', name, issuer: null, expires: null }
  if (!config.tls.kind) return { by: 'proxy', name, issuer: null, expires: null }
  const { issuer, expires } = certificate()
  return { by: 'console', name, issuer, expires }
}
