import { onTestFinished } from 'vitest'
import { startSmtp } from './smtp-server.ts'

/** An SMTP server of its own for one test. */
export async function openSmtp(...options: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...options)
  onTestFinished(smtp.close)
  return smtp
}
