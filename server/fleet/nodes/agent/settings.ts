import { engineOf } from '../../../base/settings/engine.ts'
import { openReadings } from '../../../base/settings/readings.ts'

/** The settings of a node. Throws `WrongSettings`, a sentence for each invalid value. */
export function agentSettings(env: NodeJS.ProcessEnv) {
  const given = openReadings(env)
  const settings = {
    /** Folder of all this program keeps. */
    dir: given.path('SLUICE_NODE_DIR', 'folder') || '/var/lib/sluice-node',
    ...engineOf(given),
  }
  given.end()
  return settings
}
