import type { Setting } from './setting.ts'

/** Where the console is found, and by whom. */
export const SITE_SETTINGS = {
  SITE: {
    kind: 'address',
    default: 'http://localhost:8080',
    example: 'https://panel.example.com',
    since: '0.1.0',
    about: {
      en: 'The address that browsers use: links, cookies, passkeys and joined machines go by it. It begins with `https://` behind a proxy with TLS, too. Nothing follows the host and its port.',
      zh: '浏览器使用的地址：链接、Cookie、通行密钥和加入的机器都以它为准。前面有带 TLS 的反向代理时也以 `https://` 开头。主机和端口之后不能再有内容。',
    },
  },
  PORT: {
    kind: 'port',
    default: '8080',
    example: '8080',
    since: '0.1.0',
    about: {
      en: 'Where the console and the API listen.',
      zh: '控制台和 API 监听的端口。',
    },
  },
  HOST: {
    kind: 'host',
    default: '::',
    example: '127.0.0.1',
    since: '0.1.0',
    about: {
      en: 'The address of this machine they listen on. `::` is all, of IPv4 as well; `127.0.0.1` is this machine only, and what it is with `TLS` unless it is set.',
      zh: '监听本机的哪个地址。`::` 是全部地址，也包括 IPv4；`127.0.0.1` 只有本机能访问，设置了 `TLS` 而没有设置它时就是这样。',
    },
  },
  ORIGINS: {
    kind: 'addresses',
    example: 'https://shop.example.com',
    since: '0.1.0',
    about: {
      en: 'Other addresses whose pages may call this API with credentials.',
      zh: '哪些其他地址的网页可以带登录信息调用这个 API。',
    },
  },
  TRUSTED_PROXIES: {
    kind: 'networks',
    example: 'loopback,10.0.0.0/8',
    since: '0.1.0',
    about: {
      en: 'Proxies whose `X-Forwarded-For` is believed; without it those on this machine.',
      zh: '相信哪些代理的 `X-Forwarded-For`；不设置时只相信本机的代理。',
    },
  },
  TZ: {
    kind: 'zone',
    example: 'Asia/Shanghai',
    since: '0.1.0',
    about: {
      en: 'Zone of the days traffic is stored by, and of times where the site has no zone of its own; without it the machine’s.',
      zh: '流量按哪个时区的日子保存；网站没有设置自己的时区时，时间也按它显示。不设置时用机器的时区。',
    },
  },
  DATA_DIR: {
    kind: 'folder',
    default: 'data',
    example: '/var/lib/sluice',
    since: '0.1.0',
    about: {
      en: 'The folder of the embedded database, of keys and counters. What is lost with it only a backup brings back.',
      zh: '内置数据库、密钥和计数所在的文件夹。丢了它，只有备份能找回来。',
    },
  },
  APP_FILES: {
    kind: 'folder',
    example: '/srv/apps',
    since: '0.1.0',
    about: {
      en: 'Files of apps that customers download here; without it `apps` in the data folder. Processes on one database share it.',
      zh: '供客户下载的应用文件；不设置时是数据文件夹里的 `apps`。共用一个数据库的进程共用这个文件夹。',
    },
  },
  RELEASES: {
    kind: 'folder',
    example: '/srv/sluice',
    since: '0.2.0',
    about: {
      en: 'Where newer releases are found for **Settings**, **Service**: files of a release, or a folder for each. Whatever fills it, only what the key of the running release has signed is taken.',
      zh: '「设置」→「运行维护」从哪里找到新版本：一个版本的文件，或每个版本一个子文件夹。无论由谁放入，只接受由正在运行的版本所带密钥签名的内容。',
    },
  },
  TELEGRAM_API: {
    kind: 'address',
    default: 'https://api.telegram.org',
    example: 'https://telegram.example.com',
    since: '0.1.0',
    about: {
      en: 'Where the Telegram bot reaches Telegram: a server of your own where that address is blocked.',
      zh: 'Telegram 机器人从哪里连接 Telegram；该地址被封锁时，填自己的服务器。',
    },
  },
  PUSH_RELAY: {
    kind: 'address',
    example: 'https://relay.example.com',
    since: '0.1.0',
    about: {
      en: 'What passes push messages on where browsers’ push services are blocked: each goes to `<relay>/<host><path>`. Without it they go straight there.',
      zh: '浏览器的推送服务被封锁时，由它转发推送消息：每条发到 `<中继>/<主机><路径>`。不设置时直接发送。',
    },
  },
} as const satisfies Record<string, Setting>

/** HTTPS by the console itself. */
export const HTTPS_SETTINGS = {
  TLS: {
    kind: 'words',
    example: 'acme',
    since: '0.1.0',
    about: {
      en: '`acme`: the console gets a certificate for the name in `SITE` by itself and serves HTTPS. `files`: it serves the one in `TLS_CERT` and `TLS_KEY`, and again when they change. Without it a proxy does so, or nobody.',
      zh: '`acme`：控制台自己为 `SITE` 中的名称申请证书并提供 HTTPS。`files`：使用 `TLS_CERT` 和 `TLS_KEY` 中的证书，文件变了就换新的。不设置时由反向代理提供 HTTPS，或者没有。',
    },
  },
  TLS_CERT: {
    kind: 'file',
    example: '/etc/ssl/panel.pem',
    since: '0.1.0',
    about: {
      en: 'The certificate with its chain, with `TLS=files`.',
      zh: '`TLS=files` 时的证书，含证书链。',
    },
  },
  TLS_KEY: {
    kind: 'file',
    example: '/etc/ssl/panel.key',
    since: '0.1.0',
    about: { en: 'Its key, with `TLS=files`.', zh: '`TLS=files` 时证书的私钥。' },
  },
  TLS_PORT: {
    kind: 'port',
    default: '443',
    example: '8443',
    since: '0.1.0',
    about: { en: 'Where HTTPS is served.', zh: '提供 HTTPS 的端口。' },
  },
  TLS_PLAIN_PORT: {
    kind: 'port',
    default: '80',
    example: '0',
    since: '0.1.0',
    about: {
      en: 'Where plain HTTP is led to HTTPS, and the certificate authority asks; `0` is nowhere.',
      zh: '在这个端口把普通 HTTP 转到 HTTPS，证书颁发机构也从这里验证；`0` 表示不监听。',
    },
  },
  TLS_HOST: {
    kind: 'host',
    default: '::',
    example: '192.0.2.10',
    since: '0.1.0',
    about: {
      en: 'The address of this machine both listen on.',
      zh: '这两个端口监听本机的哪个地址。',
    },
  },
  ACME_EMAIL: {
    kind: 'email',
    example: 'you@example.com',
    since: '0.1.0',
    about: {
      en: 'Whom the certificate authority may write to; without it nobody.',
      zh: '证书颁发机构可以联系的邮箱；不设置则没有。',
    },
  },
  ACME_DIRECTORY: {
    kind: 'address',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    example: 'https://acme.zerossl.com/v2/DV90',
    since: '0.1.0',
    about: {
      en: 'Another certificate authority; a certificate of the one before is replaced at once.',
      zh: '换用另一家证书颁发机构；之前那家的证书会立即更换。',
    },
  },
  ACME_EAB_KID: {
    kind: 'text',
    example: 'kid-1',
    since: '0.2.0',
    about: {
      en: 'With `ACME_EAB_KEY`: your identifier at an authority that binds accounts to its customers (ZeroSSL, Google, SSL.com).',
      zh: '与 `ACME_EAB_KEY` 一起用：要求绑定账号的颁发机构（ZeroSSL、Google、SSL.com）给你的标识。',
    },
  },
  ACME_EAB_KEY: {
    kind: 'key',
    example: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W',
    since: '0.2.0',
    secret: true,
    about: {
      en: 'The HMAC key that belongs to it, as the authority shows it.',
      zh: '与它配对的 HMAC 密钥，按颁发机构显示的填写。',
    },
  },
} as const satisfies Record<string, Setting>
