/** `sluice config check`: what is wrong with the settings, before a start is refused for it. */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { checkSettings } from './checkSettings.ts'
import { SETTINGS_FILE } from './setup.ts'

const USAGE = `${command('config check')} [--file <file of settings>]

Without --file it is ${SETTINGS_FILE} where that is there, else the environment.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: 'string' } },
})

/** What is to be looked at: a file's text, or undefined for the environment. */
function given(): { where: string; text?: string } {
  const file = values.file ?? (existsSync(SETTINGS_FILE) ? SETTINGS_FILE : undefined)
  if (file === undefined) return { where: 'the environment' }
  return { where: file, text: readFileSync(file, 'utf8') }
}

function run(): void {
  if (positionals.join(' ') !== 'check') {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  try {
    const { where, text } = given()
    const { problems, notes, count } = checkSettings(text, process.env)
    for (const sentence of notes) console.log(sentence)
    for (const sentence of problems) console.error(sentence)
    const wrong = problems.length === 0 ? 'nothing is wrong' : `what is wrong: ${problems.length}`
    console.log(`${where}: settings given: ${count}; ${wrong}.`)
    process.exitCode = problems.length === 0 ? 0 : 1
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

run()
