import { arch, release, totalmem } from 'node:os'
import type { Schema } from '#contract'
import type { World } from '../../http/world.ts'
import { logOfHour, maskFor, settingsGiven } from './log.ts'

/** What helps others to help, as text to be read through before it is sent. */
export function bundleOf(call: World, installation: Schema<'Installation'>): Schema<'HelpBundle'> {
  const { keyName: _, ...backups } = call.backup()
  const facts = {
    made: new Date(call.now()).toISOString(),
    installation,
    machine: { system: process.platform, release: release(), arch: arch(), memory: totalmem() },
    node: process.version,
    backups,
    certificate: call.certificate(),
    unexpectedEnds: call.ends().slice(-20),
  }
  const hide = maskFor(call)
  const said = {
    ...(eachText(facts, hide) as object),
    // It looks like a secret, and is what is asked for first.
    commit: installation.commit,
    settings: settingsGiven(),
    log: logOfHour(call).map(({ time, text }) => `${new Date(time).toISOString()} ${text}`),
  }
  const day = new Date(call.now()).toISOString().slice(0, 10)
  return { name: `sluice-help-${day}.json`, text: JSON.stringify(said, undefined, 2) }
}

/** A value with each text in it changed. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, eachText(one, change)]),
  )
}
