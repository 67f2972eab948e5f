import { every } from '../plane/jobs.ts'
import type { World } from '../world.ts'
import { listen } from './listen.ts'
import { makeTeller } from './notices.ts'
import { findBot } from './setting.ts'

/** How often to look for news and for another bot, ms. */
const LOOK = 2_000
/** How long a bot that was turned away is left alone, ms. */
const PAUSE = 30_000

/**
 * Keeps the bot of the setting listening and telling, until it is stopped.
 *
 * It asks Telegram for what people sent (long polling), so no address of ours has to be public.
 */
export function startTelegram(world: World, { look = LOOK, pause = PAUSE } = {}) {
  const { log } = world
  const tell = makeTeller(world)
  let running: (ReturnType<typeof listen> & { token: string }) | undefined
  /** A bot that was turned away, and until when it is left alone. */
  let resting: { token: string; until: number } | undefined

  const job = every(look, follow, log)
  return {
    async stop(): Promise<void> {
      await job.stop()
      await running?.stop()
    },
  }

  /** Follows the setting, which another process may have changed. */
  async function follow() {
    const wanted = await findBot(world)
    if (running && running.token !== wanted?.token) {
      await running.stop()
      running = undefined
    }
    if (!wanted) return
    const isResting = resting?.token === wanted.token && world.now() < resting.until
    if (!running && !isResting) start(wanted)
    if (running) await tell(running.bot.api, wanted.since)
  }

  function start(wanted: Parameters<typeof listen>[1]) {
    const started = { ...listen(world, wanted), token: wanted.token }
    running = started
    void started.ended.then(() => {
      if (running !== started) return
      running = undefined
      resting = { token: wanted.token, until: world.now() + pause }
    })
  }
}
