import { lookAtSettings } from './lookAtSettings.ts'
import { leavesZone } from './settings/zone.ts'

/**
 * The configuration of a program that begins. Ends it with exit code 1 where settings are wrong, or a
 * name is almost a setting's: one sentence each, on the terminal and nothing else.
 */
export function configOrEnd() {
  const { env } = process
  // The runtime takes an empty one for a zone that nobody knows, instead of asking the machine.
  if (leavesZone(env.TZ)) delete env.TZ
  const { config, warnings, problems } = lookAtSettings(env)
  for (const sentence of warnings) console.warn(sentence)
  if (config === undefined || problems.length > 0) {
    for (const sentence of problems) console.error(sentence)
    return process.exit(1)
  }
  // Dates in this process's own zone are then those of the same zone.
  if (env.TZ !== undefined) env.TZ = config.timeZone
  return config
}
