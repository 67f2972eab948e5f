import type { Database } from '../../database/database.ts'
import { insertGuides } from '../../messaging/articles/guides/insert.ts'

const DAY_MS = 86_400_000

/** Writes the help pages: two public ones, the rest for customers, and the guides of every site. */
export async function insertArticles(db: Database, now: number): Promise<void> {
  const rows = ARTICLES.map(({ ago, content, ...article }) => ({
    kind: 'article' as const,
    ...article,
    content: content.join('\n'),
    time: now - ago * DAY_MS,
  }))
  await db.insertInto('notice').values(rows).execute()
  await insertGuides(db, now - 60 * DAY_MS)
}

const START = { category: '开始使用', categoryOrder: 1 }
const QUESTIONS = { category: '常见问题', categoryOrder: 2 }
const PAYING = { category: '付款', categoryOrder: 3 }

const ARTICLES = [
  {
    ...START,
    ago: 60,
    position: 'public',
    url: null,
    title: '如何开通',
    content: [
      '1. 用邮箱注册，填写收到的验证码',
      '2. 选择套餐并付款，通常几秒内开通',
      '3. 点 **连接**，选好应用，再点 **导入**',
      '',
      '> 一个账号可以同时在手机和电脑上使用。',
    ],
  },
  {
    ...QUESTIONS,
    ago: 12,
    position: 'help',
    url: null,
    title: '流量如何计算',
    content: ['上传与下载都计入流量。每个周期开始时清零，流量包在当前周期内有效。'],
  },
  {
    ...PAYING,
    ago: 20,
    position: 'public',
    url: null,
    title: '支付方式',
    content: ['支持支付宝、PayPal 和充值码。付款后如两分钟内未开通，请联系我们。'],
  },
] as const
