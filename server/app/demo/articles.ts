import type { Database } from '../../database/database.ts'

const DAY_MS = 86_400_000

/** Writes the help pages: two that visitors read too, the rest for customers. */
export async function insertArticles(db: Database, now: number): Promise<void> {
  const rows = ARTICLES.map(({ ago, content, ...article }) => ({
    kind: 'article' as const,
    ...article,
    content: content.join('\n'),
    time: now - ago * DAY_MS,
  }))
  await db.insertInto('notice').values(rows).execute()
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
      '3. 在 **账号** 页面扫描二维码，或导入订阅链接',
      '',
      '> 一个账号可以同时在手机和电脑上使用。',
    ],
  },
  {
    ...START,
    ago: 58,
    position: 'help',
    url: null,
    title: 'Android 与 iOS',
    content: [
      '## Android',
      '安装 **Shadowsocks**，点右上角的加号，选择“扫描二维码”。',
      '',
      '## iOS',
      '安装支持 Shadowsocks 的客户端，用相机扫描账号页面上的二维码即可添加。',
    ],
  },
  {
    ...START,
    ago: 58,
    position: 'help',
    url: null,
    title: 'Windows 与 macOS',
    content: [
      '1. 在账号页面点 **订阅**，选择您的客户端类型',
      '2. 复制链接，粘贴到客户端的“订阅”中',
      '3. 更新订阅后选择一台服务器',
      '',
      '```',
      '# 系统代理的默认端口',
      '127.0.0.1:1080',
      '```',
    ],
  },
  {
    ...QUESTIONS,
    ago: 31,
    position: 'help',
    url: null,
    title: '连接不上怎么办',
    content: [
      '| 现象 | 先看 |',
      '| --- | --- |',
      '| 所有服务器都连不上 | 账号是否到期，流量是否用完 |',
      '| 只有一台连不上 | 公告中是否有维护 |',
      '| 连上了但很慢 | 换一台较近的服务器 |',
      '',
      '仍有问题时，请在 **消息** 中告诉我们您使用的客户端。',
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
