import type { Reporter, TestCase } from 'vitest/node'
import { judgeRetried } from './retried.ts'

/** The same for the tests of screens, at the end of their run. */
export default class RetriedScreens implements Reporter {
  private readonly retried: string[] = []

  onTestCaseResult(test: TestCase) {
    const { retryCount = 0 } = test.diagnostic() ?? {}
    if (retryCount > 0 && test.ok()) this.retried.push(`${test.module.moduleId}: ${test.fullName}`)
  }

  onTestRunEnd() {
    if (!judgeRetried(this.retried)) process.exitCode = 1
  }
}
