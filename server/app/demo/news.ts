import type { Insertable } from 'kysely'
import { standAfter } from '#rules/conversation.ts'
import type { Database } from '../../database/database.ts'
import type { MessageReadTable, MessageTable } from '../../database/tables.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Publishes notices: one that pops up, one for everyone, one for a group. */
export async function insertNews(db: Database, shop: Shop, now: number): Promise<void> {
  for (const { ago, forGroups, ...notice } of NOTICES) {
    const row = { kind: 'notice' as const, ...notice, forGroups, time: now - ago * DAY_MS }
    const { id } = await db
      .insertInto('notice')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const groupId = shop.groups[0]
    if (forGroups && groupId !== undefined)
      await db.insertInto('noticeGroup').values({ noticeId: id, groupId }).execute()
  }
}

/** Writes conversations of some customers with the admins, of the last days. */
export async function insertTalks(
  db: Database,
  users: readonly number[],
  random: Random,
  now: number,
): Promise<void> {
  const messages: Insertable<MessageTable>[] = TALKS.flatMap((talk, index) => {
    const userId = users[Math.floor(((index + 0.5) / TALKS.length) * users.length)]
    if (userId === undefined) return []
    const began = now - (TALKS.length - index) * random.between(0.5, 0.9) * DAY_MS
    return talk.map((content, turn) => ({
      userId,
      sender: turn % 2 === 0 ? ('user' as const) : ('admin' as const),
      content,
      createTime: Math.round(began + turn * random.between(2, 25) * MINUTE_MS),
    }))
  })
  messages.sort((a, b) => a.createTime - b.createTime)
  if (messages.length === 0) return
  const rows = await db
    .insertInto('message')
    .values(messages)
    .returning(['id', 'userId', 'sender', 'content', 'createTime'])
    .execute()
  const latest = new Map<string, Insertable<MessageReadTable>>()
  // The author of a message has read the earlier ones.
  for (const { id, userId, sender: side, content } of rows.toSorted((a, b) => a.id - b.id)) {
    latest.set(`${userId} ${side}`, { userId, side, messageId: id })
    // Thanks that an admin has read wait for no answer; questions do.
    if (THANKS.includes(content))
      latest.set(`${userId} admin`, { userId, side: 'admin', messageId: id, doneId: id })
  }
  await db
    .insertInto('messageRead')
    .values([...latest.values()])
    .execute()
  const talks = Map.groupBy(
    rows.toSorted((a, b) => a.id - b.id),
    ({ userId }) => userId,
  )
  const stands = [...talks].flatMap(([userId, talk]) => {
    const stand = standAfter(talk, latest.get(`${userId} admin`)?.doneId)
    return stand ? [{ userId, ...stand }] : []
  })
  await db.insertInto('conversation').values(stands).execute()
}

const NOTICES = [
  {
    ago: 26,
    title: '使用说明',
    content: [
      '## 三步开始使用',
      '1. 在 **账号** 页面复制订阅链接',
      '2. 在应用中添加订阅',
      '3. 选择离您最近的服务器',
      '',
      '> 订阅链接等同于密码，请勿分享。',
    ].join('\n'),
    autopop: 0 as const,
    forGroups: 0 as const,
  },
  {
    ago: 9,
    title: '法兰克福 03 半价流量',
    content: '即日起 **法兰克福 03** 的流量按 `0.5` 倍计算。',
    autopop: 0 as const,
    forGroups: 0 as const,
  },
  {
    ago: 5,
    title: '企业客户发票',
    content: '企业客户可在每月 *5 日* 前申请上月发票。',
    autopop: 0 as const,
    forGroups: 1 as const,
  },
  {
    ago: 1,
    title: '周六凌晨维护',
    content: [
      '**东京 01** 将于周六 02:00 至 02:30 维护，期间请使用其他服务器。',
      '',
      '| 服务器 | 状态 |',
      '| --- | --- |',
      '| 东京 01 | 维护 |',
      '| 洛杉矶 02 | 正常 |',
      '| 法兰克福 03 | 正常 |',
    ].join('\n'),
    autopop: 1 as const,
    forGroups: 0 as const,
  },
]

const THANKS = ['好的，谢谢！', '现在很快了。']
const TALKS = [
  ['手机和电脑可以同时用吗？', '可以，同一个账号可以在多台设备上使用。', '好的，谢谢！'],
  ['付款后多久开通？', '一般两分钟之内。'],
  ['流量包可以叠加吗？', '可以，在当前周期内有效。'],
  ['昨晚东京有点慢', '线路已调整，请再试一下。', '现在很快了。'],
  ['可以开发票吗？'],
  ['Как изменить пароль?', 'Откройте аккаунт и нажмите «Сменить пароль прокси».'],
  ['請問可以換連接埠嗎？', '已為您更換，請更新訂閱。'],
  ['年付有优惠吗？'],
] as const
