import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time a process has had, ms, as the kernel counts it for each of its threads. Waiting
 * does not count, so it says more than a clock where others are at work, too. Linux only.
 */
export function cpuOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const times = readdirSync(tasks).map((id) => {
    const [ns = 0] = readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ').map(Number)
    return ns / 1e6
  })
  return times.reduce((sum, ms) => sum + ms, 0)
}
