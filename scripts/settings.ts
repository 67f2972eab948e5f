/**
 * `npm run settings`: the manual's page of settings in both languages, and the sample file of them,
 * out of the table the programs read (`server/base/settings/names.ts`).
 */
import { writeFileSync } from 'node:fs'
import { SETTING_GROUPS } from '../server/base/settings/names.ts'
import type { Setting } from '../server/base/settings/setting.ts'
import { GUIDE_FOLDER } from './guidePages.ts'

type Language = 'en' | 'zh'
type Words = {
  title: string
  begin: string
  groups: Record<keyof typeof SETTING_GROUPS, string>
  head: string
  kinds: Record<Setting['kind'], string>
  secret: string
  end: string
}

/**
 * A release has it beside its manual. What Debian's package installs as /etc/sluice.env is short and
 * stays the same, as dpkg asks about every change to it.
 */
const SAMPLE = 'docs/deploy/settings.env'
/** How wide a remark in it is, letters. */
const WIDTH = 98
/** What the unit sets, and what is no setting of a console. */
const NOT_IN_SAMPLE = [
  'DATA_DIR',
  'ENGINE',
  'EXPORT_KEY',
  'NODE_AGENT',
  'SECRET_KEY_NEXT',
  'SLUICE_NODE_DIR',
]

const WORDS: Record<Language, Words> = {
  en: {
    title: 'Settings',
    begin: `What has to be known before the console starts is an environment variable: with Debian’s package a line in \`/etc/sluice.env\`, else however your system gives them. Everything else is set in the console. After a change:

\`\`\`
systemctl restart sluice
\`\`\`

Customers stay connected. An empty one counts as not set. A program that is given a wrong one says all that is wrong, a sentence each, and ends with code 1; so does one that is given a name which is almost a setting’s. To look before a restart:

\`\`\`
sluice config check
\`\`\``,
    groups: {
      site: 'Address and folders',
      https: 'HTTPS by the console itself',
      backup: 'Backups',
      database: 'Database and secrets',
      engine: 'Traffic',
      watch: 'Watching it',
    },
    head: '| Setting | What it is for | Kind | Default | Example | Since |',
    kinds: {
      address: 'address',
      addresses: 'addresses, with commas',
      days: 'days',
      email: 'email address',
      file: 'file',
      folder: 'folder',
      host: 'address of the machine',
      key: 'key',
      milliseconds: 'ms',
      networks: 'networks, with commas',
      number: 'number',
      port: 'port',
      ports: 'ports, with commas',
      region: 'name',
      text: 'text',
      words: 'word',
      zone: 'time zone',
    },
    secret: 'secret',
    end: 'What is secret appears in no message, log or page. A file that holds it belongs to root and is read by nobody else: `chmod 640 /etc/sluice.env`.',
  },
  zh: {
    title: '设置',
    begin: `控制台启动之前就要知道的内容用环境变量设置：Debian 软件包中是 \`/etc/sluice.env\` 里的一行，其他情况按您系统的方式设置。其余的都在控制台里设置。改完后运行：

\`\`\`
systemctl restart sluice
\`\`\`

客户不会断线。空的等于没有设置。程序遇到错误的设置会逐条说明哪里不对，并以代码 1 退出；名称与某项设置几乎相同时也一样。重启之前可以先检查：

\`\`\`
sluice config check
\`\`\``,
    groups: {
      site: '地址和文件夹',
      https: '由控制台提供 HTTPS',
      backup: '备份',
      database: '数据库和密钥',
      engine: '流量',
      watch: '监控',
    },
    head: '| 设置 | 用途 | 类型 | 默认值 | 示例 | 起始版本 |',
    kinds: {
      address: '地址',
      addresses: '多个地址，用逗号分隔',
      days: '天数',
      email: '邮箱地址',
      file: '文件',
      folder: '文件夹',
      host: '本机地址',
      key: '密钥',
      milliseconds: '毫秒',
      networks: '多个网段，用逗号分隔',
      number: '数字',
      port: '端口',
      ports: '多个端口，用逗号分隔',
      region: '名称',
      text: '文本',
      words: '单词',
      zone: '时区',
    },
    secret: '机密',
    end: '机密内容不会出现在任何提示、日志或页面中。保存它的文件应属于 root，其他人不能读取：`chmod 640 /etc/sluice.env`。',
  },
}

/** Every file that is made of the table, by its path. */
export const settingsFiles = (): Record<string, string> => ({
  [`${GUIDE_FOLDER}/en/settings.md`]: pageOf('en'),
  [`${GUIDE_FOLDER}/zh/settings.md`]: pageOf('zh'),
  [SAMPLE]: sample(),
})

const groups = () =>
  Object.entries(SETTING_GROUPS) as [keyof typeof SETTING_GROUPS, Record<string, Setting>][]

function pageOf(language: Language): string {
  const words = WORDS[language]
  const parts = groups().map(([group, settings]) => {
    const rows = Object.entries(settings).map(([name, setting]) => rowOf(name, setting, language))
    const table = [words.head, `|${'---|'.repeat(6)}`, ...rows].join('\n')
    return `## ${words.groups[group]}\n${table}`
  })
  return `${[`# ${words.title}\n${words.begin}`, ...parts, words.end].join('\n\n')}\n`
}

function rowOf(name: string, setting: Setting, language: Language): string {
  const { kinds, secret } = WORDS[language]
  const kind = kinds[setting.kind] + (setting.secret ? ` (${secret})` : '')
  const standard = setting.default === undefined ? '' : `\`${setting.default}\``
  // An example of a secret would be taken for one.
  const example = setting.secret ? '' : `\`${setting.example}\``
  const cells = [`\`${name}\``, setting.about[language], kind, standard, example, setting.since]
  return `| ${cells.join(' | ')} |`
}

/** The settings of Debian's package: every line is a remark, but the one it needs. */
function sample(): string {
  const begin = `# Settings of Sluice: a line for each, without export and without quotes around it. What is behind
# "=" in a remark is the default, or else an example. Before a restart: sluice config check
# After a change: systemctl restart sluice
`
  const parts = groups().flatMap(([group, settings]) => [
    `\n# ---- ${WORDS.en.groups[group]} ----\n`,
    ...Object.entries(settings)
      .filter(([name]) => !NOT_IN_SAMPLE.includes(name))
      .map(([name, setting]) => `\n${remark(setting)}\n${lineOf(name, setting)}\n`),
  ])
  return begin + parts.join('')
}

function lineOf(name: string, setting: Setting): string {
  if (name === 'HOST')
    return `# Here a proxy stands before it, or TLS=acme is set.\nHOST=${setting.example}`
  if (setting.secret) return `#${name}=`
  return `#${name}=${name === 'SITE' ? setting.example : (setting.default ?? setting.example)}`
}

/** What a setting is for, as remarks of some width. */
function remark({ about }: Setting): string {
  const lines: string[] = []
  for (const word of about.en.replaceAll('`', '').split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH)
      lines[lines.length - 1] += ` ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `# ${line}`).join('\n')
}

if (import.meta.main)
  for (const [path, text] of Object.entries(settingsFiles())) writeFileSync(path, text)
