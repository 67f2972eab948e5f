import type { Setting } from './setting.ts'

/** Database, and the limits of one process on it. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    kind: 'text',
    example: 'postgres://sluice:password@127.0.0.1/sluice',
    since: '0.1.0',
    // With a password in it.
    secret: true,
    about: {
      en: '`postgres://…` for PostgreSQL; without it the embedded database in the data folder. `sluice move-db --to postgres://…` takes the shop along.',
      zh: '用 PostgreSQL 时填 `postgres://…`；不设置时用数据文件夹里的内置数据库。`sluice move-db --to postgres://…` 可以把数据带过去。',
    },
  },
  DATABASE_LISTEN_URL: {
    kind: 'text',
    example: 'postgres://sluice:password@127.0.0.1:5432/sluice',
    since: '0.1.0',
    secret: true,
    about: {
      en: 'The way to PostgreSQL past a pooler of transactions, which cannot listen; without it `DATABASE_URL`.',
      zh: '绕过事务连接池直达 PostgreSQL 的地址（连接池不能监听）；不设置时用 `DATABASE_URL`。',
    },
  },
  DATABASE_CONNECTIONS: {
    kind: 'number',
    default: '10',
    example: '20',
    since: '0.1.0',
    about: {
      en: 'How many connections to PostgreSQL one process has; one more listens.',
      zh: '一个进程与 PostgreSQL 有多少连接；另有一个用来监听。',
    },
  },
  DATABASE_STATEMENT_MS: {
    kind: 'milliseconds',
    default: '60000',
    example: '30000',
    since: '0.1.0',
    about: {
      en: 'How long one statement may take on PostgreSQL; `0` is no limit.',
      zh: '一条语句在 PostgreSQL 上最多用多久；`0` 表示不限。',
    },
  },
  SLOW_QUERY_MS: {
    kind: 'milliseconds',
    default: '500',
    example: '200',
    since: '0.1.0',
    about: {
      en: 'From which duration on a statement is named in the log, without its values; `0` names none.',
      zh: '语句用时超过它就写入日志，不含其中的值；`0` 表示不写。',
    },
  },
  OVERLOAD_MS: {
    kind: 'milliseconds',
    default: '150',
    example: '300',
    since: '0.1.0',
    about: {
      en: 'How far the process may be behind before new calls are answered with 503; `0` refuses none.',
      zh: '进程落后多久以后，新的请求以 503 回应；`0` 表示从不拒绝。',
    },
  },
  SECRET_KEY: {
    kind: 'key',
    example: 'A'.repeat(43),
    since: '0.1.0',
    secret: true,
    about: {
      en: 'What opens keys and passwords sealed in the database: every process on one PostgreSQL needs the same. Without it `SECRET_KEY_FILE`.',
      zh: '用来打开数据库中封存的密钥和密码；同一个 PostgreSQL 上的每个进程都要用同一个。不设置时用 `SECRET_KEY_FILE`。',
    },
  },
  SECRET_KEY_FILE: {
    kind: 'file',
    example: '/etc/sluice/secret.key',
    since: '0.1.0',
    about: {
      en: 'The file it is in; without it `secret.key` in the data folder, which the first start makes.',
      zh: '密钥所在的文件；不设置时是数据文件夹里的 `secret.key`，第一次启动时生成。',
    },
  },
  SECRET_KEY_NEXT: {
    kind: 'key',
    example: 'B'.repeat(43),
    since: '0.1.0',
    secret: true,
    about: {
      en: 'For `sluice secret rotate` only: the next key, where the key is not in a file.',
      zh: '只用于 `sluice secret rotate`：密钥不在文件里时的下一个密钥。',
    },
  },
  EXPORT_KEY: {
    kind: 'key',
    example: 'C'.repeat(43),
    since: '0.1.0',
    secret: true,
    about: {
      en: 'For the export of the shop into one file, and its import: the key of that file.',
      zh: '只用于把整个商店导出为一个文件和导入：该文件的密钥。',
    },
  },
} as const satisfies Record<string, Setting>
