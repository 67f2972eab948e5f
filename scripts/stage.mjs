/** A part of `npm test`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Runs a command; what it printed comes in one piece at its end, with the time it took. Whether it passed. */
export function stage(name, command, args, env = {}) {
  const began = performance.now()
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
  console.log(`${name}: begins`)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const printed = []
    for (const output of [child.stdout, child.stderr])
      output.on('data', (piece) => void printed.push(piece))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(printed))
      const minutes = ((performance.now() - began) / 60_000).toFixed(1)
      console.log(`${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${minutes} min`)
      resolve(code === 0)
    })
  })
}
