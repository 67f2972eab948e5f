/** A server of payments alone, in a process of its own that a test may kill at any moment. */
import { enableCompileCache } from 'node:module'
import { NO_CERTIFICATE } from '../../server/base/certificate.ts'
import { BACKUP_OFF } from '../../server/backup/shipping/status.ts'
import { openDatabase } from '../../server/database/database.ts'
import { resumeJobs } from '../../server/admin/jobs/runner.ts'
import { every } from '../../server/base/timers.ts'
import { readConfig } from '../../server/base/config.ts'
import { startOutbox } from '../../server/messaging/mails/outbox.ts'
import { insertMail } from '../../server/messaging/mails/store.ts'
import { storeUserMessage } from '../../server/messaging/messages/service.ts'
import { redeem } from '../../server/shop/giftcards/redeem.ts'
import { placeOrder } from '../../server/shop/checkout/placeOrder.ts'
import { startReconciling } from '../../server/shop/reconciliation/reconcile.ts'
import { takeStatement } from '../../server/shop/settlement/settle.ts'
import { openNodeLinks } from '../../server/fleet/nodes/links.ts'
import { openBoard } from '../../server/fleet/health/board.ts'
import { noPlane } from '../../server/engine/noPlane.ts'
import {
  type Provider,
  ProviderFailure,
  type Statement,
} from '../../server/shop/providers/provider.ts'
import type { World } from '../../server/http/world.ts'

export type Task =
  | {
      what: 'place'
      kind: Provider['kind']
      userId: number
      planId: number
      accountId: number | null
    }
  | { what: 'notify'; statement: Statement }
  | { what: 'redeem'; code: string; userId: number; accountId: number | null }
  | { what: 'mail'; effect: string }
  | { what: 'write'; userId: number; key: string }

enableCompileCache()
const [address = '', fakeProvider = '', start = '0', speed = '1'] = process.argv.slice(2)
const began = Number(start)

const world: World = {
  db: openDatabase(address),
  // Hours pass in minutes, so that rare polls happen.
  now: () => Math.round(began + (Date.now() - began) * Number(speed)),
  config: readConfig({ TZ: 'UTC', SITE: 'http://test' }),
  plane: noPlane(),
  nodes: openNodeLinks(),
  lights: openBoard(Date.now),
  backup: () => BACKUP_OFF,
  certificate: () => NO_CERTIFICATE,
  ends: () => [],
  wake: () => {},
  log: {
    info: () => {},
    warn: () => {},
    error: (...reported: unknown[]) => console.error(...reported),
  },
  secret: 'a secret of the tests',
}

async function call<Reply>(kind: string, action: string, sent: object): Promise<Reply> {
  const body = JSON.stringify(sent)
  const reply = await fetch(`${fakeProvider}/${kind}/${action}`, { method: 'POST', body }).catch(
    () => {
      throw new ProviderFailure('unreachable', 'no answer')
    },
  )
  if (!reply.ok) throw new ProviderFailure('refused', await reply.text())
  return (await reply.json()) as Reply
}

const providerOf = (kind: Provider['kind']): Provider => ({
  kind,
  currency: kind === 'alipay' ? 'CNY' : 'USD',
  create: (order) => call(kind, 'create', order),
  query: (order) => call(kind, 'query', order),
  collect: (order) => call(kind, 'collect', order),
  close: (order) => call(kind, 'close', order),
  refund: (order, amount, requestId) => call(kind, 'refund', { ...order, amount, requestId }),
})

async function work(task: Task): Promise<unknown> {
  if (task.what === 'notify') return takeStatement(world, task.statement)
  if (task.what === 'mail') {
    const { effect } = task
    const mail = { recipient: `${effect}@example.com`, subject: effect, content: 'Hello' }
    await insertMail(world.db, { kind: 'user', ...mail, effect }, world.now())
    return 'queued'
  }
  if (task.what === 'write') {
    const { userId, key } = task
    await storeUserMessage(world, { userId, content: key, clientKey: key })
    return 'written'
  }
  const { userId, accountId } = task
  const buyer = { id: userId, groupId: 0 }
  if (task.what === 'redeem') return redeem(world, { code: task.code, buyer, accountId })
  const wish = { buyer, planId: task.planId, accountId }
  return (await placeOrder(world, providerOf(task.kind), wish)).orderId
}

startOutbox(world)
every(300, () => resumeJobs(world), world.log)
startReconciling(world, async (_world, kind) => providerOf(kind))
process.on('message', ({ id, task }: { id: number; task: Task }) => {
  void work(task).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
