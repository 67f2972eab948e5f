import type { Reporter, TestCase } from '@playwright/test/reporter'
import { judgeRetried } from '../../support/retried.ts'

/** Names the tests that passed only when they were tried again, and fails where there are too many. */
export default class Retried implements Reporter {
  private readonly retried = new Set<string>()

  onTestEnd(test: TestCase) {
    if (test.outcome() === 'flaky') this.retried.add(test.titlePath().filter(Boolean).join(' › '))
  }

  async onEnd() {
    if (!judgeRetried([...this.retried])) return { status: 'failed' as const }
    return undefined
  }

  printsToStdio() {
    return false
  }
}
