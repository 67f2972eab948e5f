import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { processGone } from '../../../server/engine/console/processGone.ts'
import { eventually } from '../../support/shadowsocks.ts'

test('an engine that is dead, and that nobody waits for, has ended', async () => {
  // What the shell becomes does not know of the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  onTestFinished(() => void parent.kill())
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(String(line))
  await eventually(() => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z '))
  expect(process.kill(pid, 0)).toBe(true)
  await processGone(pid)
})

test('one that does not end is killed', async () => {
  const stubborn = spawn('sh', ['-c', "trap '' TERM; echo on; while :; do sleep 1; done"])
  await once(stubborn.stdout, 'data')
  stubborn.kill('SIGTERM')
  await processGone(stubborn.pid!)
  await eventually(() => stubborn.signalCode === 'SIGKILL')
}, 20_000)
