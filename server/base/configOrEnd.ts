import { readSettings } from './config.ts'
import { leavesZone } from './settings/zone.ts'
import { nearMisses } from './settings/nearMisses.ts'
import { WrongSettings } from './settings/wrong.ts'

/**
 * The configuration of a program that begins. Ends it with exit code 1 where settings are wrong: one
 * sentence each, on the terminal and nothing else. Warns of names that are almost a setting's.
 */
export function configOrEnd() {
  const { env } = process
  // The runtime takes an empty one for a zone that nobody knows, instead of asking the machine.
  if (leavesZone(env.TZ)) delete env.TZ
  try {
    const { config, warnings } = readSettings(env)
    // Dates in this process's own zone are then those of the same zone.
    if (env.TZ !== undefined) env.TZ = config.timeZone
    for (const sentence of [...warnings, ...nearMisses(env)]) console.warn(sentence)
    return config
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error
    for (const sentence of nearMisses(env)) console.warn(sentence)
    console.error(error.message)
    return process.exit(1)
  }
}
