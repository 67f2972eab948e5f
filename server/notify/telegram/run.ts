import { type Lease, startLease } from '../../database/lease.ts'
import { makeTimespan, type Timespan } from '../../base/timespan.ts'
import { every } from '../../base/timers.ts'
import type { World } from '../../http/world.ts'
import type { listen } from './listen.ts'
import { makeNotifier } from './notices.ts'
import { findBot } from './setting.ts'

/** How often to look for news and for another bot. */
const POLL_MS = 2_000
/** How long a bot that was turned away is left alone. */
const PAUSE_MS = 30_000

/**
 * Keeps the bot of the setting listening and notifying, until it is stopped; of several processes on
 * one database one does, as Telegram lets only one listen.
 *
 * It asks Telegram for what people sent (long polling), so no address of ours has to be public.
 */
export function startTelegram(
  world: World,
  {
    look = POLL_MS,
    pause = PAUSE_MS,
    ...leasing
  }: { look?: number; pause?: number; life?: number } = {},
) {
  const { log } = world
  const isOurs = () => lease?.isHeld() ?? false
  const notify = makeNotifier(world, isOurs)
  let lease: Lease | undefined
  let running: (ReturnType<typeof listen> & { token: string }) | undefined
  /** A bot that was turned away, and whether it is still left alone. */
  let resting: { token: string; rest: Timespan } | undefined

  const jobs = [every(look, follow, log), every(look, leaveToOthers, log)]
  return {
    async stop(): Promise<void> {
      await Promise.all(jobs.map((job) => job.stop()))
      await running?.stop()
      await lease?.stop()
    },
  }

  /** Follows the setting, which another process may have changed. */
  async function follow() {
    const wanted = await findBot(world)
    if (running && running.token !== wanted?.token) await silence()
    if (!wanted) {
      await lease?.stop()
      lease = undefined
      return
    }
    lease ??= startLease(world, 'telegram', leasing)
    if (!isOurs()) return
    const isResting = resting?.token === wanted.token && resting.rest.isOn()
    // Its library is only there once there is a bot.
    const hearing = running || isResting ? undefined : await import('./listen.ts')
    if (hearing && !running && isOurs()) start(hearing.listen, wanted)
    if (running) await notify(running.bot.api, wanted.since)
  }

  /** Beside the notifying, which may wait for Telegram longer than this process has the lease. */
  async function leaveToOthers() {
    if (!isOurs()) await silence()
  }

  async function silence() {
    const stopped = running
    running = undefined
    await stopped?.stop()
  }

  function start(hear: typeof listen, wanted: Parameters<typeof listen>[1]) {
    const started = { ...hear(world, wanted), token: wanted.token }
    running = started
    void started.ended.then(() => {
      if (running !== started) return
      running = undefined
      resting = { token: wanted.token, rest: makeTimespan(world.now) }
      resting.rest.begin(pause)
    })
  }
}
