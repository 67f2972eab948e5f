import { describe, expect, test } from 'vitest'
import { drawing } from '../../support/seed.ts'
import { liveOnce, openTimeOracle } from '../../support/timeOracle.ts'

const LIVES = process.env.SOAK ? 5_000 : 150
const STEPS = 14

describe('time and traffic', () => {
  test(
    'are never more than was paid and given, whatever customers do in which order',
    async () => {
      let oracle = await openTimeOracle()
      for (let life = 0; life < LIVES; life += 1) {
        // A shop has ports for ten thousand accounts.
        if (life % 1_000 === 999) oracle = await openTimeOracle()
        const lived = await liveOnce(oracle, drawing(`life ${life}`), STEPS)
        expect(
          lived.filter((word) => word.startsWith('WRONG')),
          lived.join('\n'),
        ).toEqual([])
      }
    },
    process.env.SOAK ? 3_600_000 : 300_000,
  )

  test('would be more by the older rule: the same customers find out soon', async () => {
    const oracle = await openTimeOracle({ timeTakesLastTerms: true })
    for (let life = 0; life < LIVES; life += 1) {
      const lived = await liveOnce(oracle, drawing(`life ${life}`), STEPS)
      if (lived.some((word) => word.startsWith('WRONG'))) return
    }
    expect.fail('nobody gained by the older rule')
  }, 300_000)
})
