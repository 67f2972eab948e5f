import type { Setting } from './setting.ts'

/** What carries traffic, on this machine and on nodes. */
export const ENGINE_SETTINGS = {
  ENGINE: {
    kind: 'words',
    default: 'true',
    example: 'service',
    since: '0.1.0',
    about: {
      en: '`false`: no server on this machine. `service`: a service of its own runs the engine (`sluice engine run`), as with Debian’s package.',
      zh: '`false`：本机不做服务器。`service`：由单独的服务运行引擎（`sluice engine run`），Debian 软件包就是这样。',
    },
  },
  ENGINE_HOST: {
    kind: 'host',
    default: '::',
    example: '0.0.0.0',
    since: '0.1.0',
    about: {
      en: 'The address of this machine the engine listens on.',
      zh: '引擎监听本机的哪个地址。',
    },
  },
  ENGINE_ALLOW_TARGETS: {
    kind: 'networks',
    example: '10.1.0.0/16',
    since: '0.1.0',
    about: {
      en: 'Private networks and addresses of this machine customers may reach; leave it empty. Without it they reach none but the port of `SITE` on a public address.',
      zh: '客户可以访问的内网和本机地址；请留空。不设置时，除公网地址上 `SITE` 的端口外都不能访问。',
    },
  },
  ENGINE_CLOSED_PORTS: {
    kind: 'ports',
    default: '25',
    example: '25,465',
    since: '0.2.0',
    about: {
      en: 'Ports that customers reach on no machine; `none` closes none. 25 is how mail servers deliver: from a proxy it is spam, and gets the machine’s address blocked.',
      zh: '客户在任何机器上都不能访问的端口；`none` 表示都不关闭。25 是邮件服务器投递用的：从代理发出的就是垃圾邮件，会使机器的地址被拉黑。',
    },
  },
  ENGINE_CLOSED_NETWORKS: {
    kind: 'file',
    example: '/etc/sluice/closed.txt',
    since: '0.2.0',
    about: {
      en: 'File of networks customers do not reach: an address or a network (CIDR) in each line, with remarks behind `#` or `;`. It is read again within a minute of a change.',
      zh: '客户不能访问的网络的文件：每行一个地址或网段（CIDR），`#` 或 `;` 之后是注释。文件变了，一分钟内重新读取。',
    },
  },
  ENGINE_CLOSED_PROTOCOLS: {
    kind: 'words',
    example: 'bittorrent',
    since: '0.2.0',
    about: {
      en: '`bittorrent` ends BitTorrent of Shadowsocks customers. What encrypts itself is not seen, nor what passes WireGuard.',
      zh: '`bittorrent` 会中断 Shadowsocks 客户的 BitTorrent。自己加密的流量和经过 WireGuard 的流量看不到。',
    },
  },
  NODE_AGENT: {
    kind: 'file',
    example: '/srv/sluice-node.mjs',
    since: '0.1.0',
    about: {
      en: 'The program other machines run as nodes; without it the one of this release.',
      zh: '其他机器作为节点运行的程序；不设置时用本版本自带的。',
    },
  },
  SLUICE_NODE_DIR: {
    kind: 'folder',
    default: '/var/lib/sluice-node',
    example: '/srv/sluice-node',
    since: '0.1.0',
    about: {
      en: 'On a joined machine: the folder of all its program keeps.',
      zh: '在加入的机器上：其程序保存所有内容的文件夹。',
    },
  },
} as const satisfies Record<string, Setting>

/** What watches the process. */
export const WATCH_SETTINGS = {
  LOG_LEVEL: {
    kind: 'words',
    default: 'info',
    example: 'warn',
    since: '0.1.0',
    about: {
      en: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      zh: '`fatal`、`error`、`warn`、`info`、`debug`、`trace` 或 `silent`。',
    },
  },
  METRICS_TOKEN: {
    kind: 'text',
    example: 'a-long-random-word',
    since: '0.1.0',
    secret: true,
    about: {
      en: 'Bearer token for `/api/metrics`; without one only this machine may read it.',
      zh: '读取 `/api/metrics` 的 Bearer 令牌；不设置时只有本机可以读取。',
    },
  },
} as const satisfies Record<string, Setting>
