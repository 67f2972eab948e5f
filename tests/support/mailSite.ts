import { openSmtp } from './smtp.ts'
import { mainAdmin, makeWorld } from './world.ts'

/** Where calls come from unless another address is given. */
export const HERE = '192.0.2.1'

/** A site that can write mails, though none is sent. */
export async function mailSite() {
  const [made, smtp] = await Promise.all([makeWorld(), openSmtp()])
  const { app, db } = made
  await made.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  for (const table of ['attempt', 'session'] as const) await db.deleteFrom(table).execute()
  const send = async (url: string, payload: object, { from = HERE }: { from?: string } = {}) => {
    const method = 'POST' as const
    const reply = await app.inject({ method, url, remoteAddress: from, payload })
    return [reply.statusCode, reply.payload]
  }
  const mails = () => db.selectFrom('mail').selectAll().orderBy('id').execute()
  const counts = async (like: string) => {
    const rows = db.selectFrom('attempt').select(['key', 'count']).where('key', 'like', like)
    return (await rows.orderBy('key').execute()).map(({ count }) => count)
  }
  return { ...made, send, mails, counts }
}
