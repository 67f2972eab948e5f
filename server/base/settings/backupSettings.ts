import type { Setting } from './setting.ts'

/** Where every commit of the embedded database is shipped. */
export const BACKUP_SETTINGS = {
  BACKUP: {
    kind: 'folder',
    example: 's3://bucket/folder',
    since: '0.1.0',
    about: {
      en: 'Where every change is shipped: a folder on another disk, or `s3://bucket/folder`. Without it there are no backups.',
      zh: '每次改动备份到哪里：另一块磁盘上的文件夹，或 `s3://bucket/folder`。不设置就没有备份。',
    },
  },
  BACKUP_ENDPOINT: {
    kind: 'address',
    example: 'https://s3.example.com',
    since: '0.1.0',
    about: {
      en: 'The S3-compatible service; without it Amazon.',
      zh: '兼容 S3 的服务；不设置时是 Amazon。',
    },
  },
  AWS_REGION: {
    kind: 'region',
    default: 'us-east-1',
    example: 'eu-central-1',
    since: '0.1.0',
    about: { en: 'Its region.', zh: '服务所在的区域。' },
  },
  AWS_ACCESS_KEY_ID: {
    kind: 'text',
    example: 'AKIAIOSFODNN7EXAMPLE',
    since: '0.1.0',
    secret: true,
    about: { en: 'Who may write to the bucket.', zh: '有权写入存储桶的访问密钥 ID。' },
  },
  AWS_SECRET_ACCESS_KEY: {
    kind: 'text',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    since: '0.1.0',
    secret: true,
    about: { en: 'The key that belongs to it.', zh: '与它配对的密钥。' },
  },
  BACKUP_KEY: {
    kind: 'key',
    example: 'D'.repeat(43),
    since: '0.1.0',
    secret: true,
    about: {
      en: 'What opens the backups; without it `BACKUP_KEY_FILE`.',
      zh: '用来打开备份的密钥；不设置时用 `BACKUP_KEY_FILE`。',
    },
  },
  BACKUP_KEY_FILE: {
    kind: 'file',
    example: '/etc/sluice/backup.key',
    since: '0.1.0',
    about: {
      en: 'The file it is in; without it `backup.key` in the data folder. The first start without a key makes one: keep a copy in another place.',
      zh: '密钥所在的文件；不设置时是数据文件夹里的 `backup.key`。没有密钥时第一次启动会生成一个：请在别处保存一份。',
    },
  },
  BACKUP_DAYS: {
    kind: 'days',
    default: '14',
    example: '30',
    since: '0.1.0',
    about: {
      en: 'How far back a moment can be restored.',
      zh: '可以恢复到多久以前的时刻。',
    },
  },
} as const satisfies Record<string, Setting>
