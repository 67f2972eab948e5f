/** What `npm run mutation` changes, and the tests that ought to notice. */
export type Area = {
  /** Folders whose source files are changed; not those of the folders within. */
  folders: readonly string[]
  /** Of these, globs of files that are left alone: what runs in browsers only, or is made. */
  without?: readonly string[]
  /** What is changed of these where that is not all, as a glob from the folder. */
  only?: string
  /** Test files, as globs from the root. Only these run, so that a mutant costs seconds. */
  tests: readonly string[]
  /** How long the tests of one change may take beyond their usual time and a half, ms. */
  patience: number
  /** Some of the code runs in a process of its own, where coverage cannot be seen: every test runs. */
  hasProcesses?: boolean
}

/** Rooms of the server, as `wing/room`, and the tests that are about them. */
const server = (rooms: readonly string[], ...tests: string[]): Area => ({
  folders: rooms.map((room) => (room === '' ? 'server' : `server/${room}`)),
  // They wait for sockets and databases: on a busy machine that is no endless loop yet.
  patience: 60_000,
  tests: tests.map((name) => `tests/server/**/${name}.test.ts`),
})

/** The same where tests wait for sockets of their own process alone. */
const sockets = (rooms: readonly string[], ...tests: string[]): Area => ({
  ...server(rooms, ...tests),
  patience: 20_000,
})

const PURE = { patience: 15_000 }

export const AREAS: Record<string, Area> = {
  rules: {
    ...PURE,
    folders: ['src/rules', 'src/rules/providers'],
    tests: ['tests/rules/*.test.ts'],
  },
  openapi: {
    ...PURE,
    folders: ['openapi', 'openapi/published'],
    // The build is run before everything, and its parts are tried by themselves.
    without: ['openapi/{build,refusals}.ts'],
    tests: ['tests/contract/*.test.ts'],
  },
  forms: {
    ...PURE,
    folders: ['src/features'],
    // The rest is about screens: Chromium tests it.
    only: '{*/{draft,trojanDraft,loginDraft,filter,accountStatus,orderStatus},providers/*/{draft,gateways},audit/{query,search}}.ts',
    tests: ['tests/forms/*.test.ts'],
  },
  device: {
    ...PURE,
    folders: ['src/device'],
    // What is about windows, workers and fields: Chromium tests it.
    without: [
      'src/device/{brand,cache,entry,fileOnServer,first-screen,install,leaving,login-page}.ts',
      'src/device/{notificationClicks,older-browser,online,picture,platform,push,reconnect}.ts',
      'src/device/{sealedStore,snapshot,snapshotMarkup,snapshotStyles,stand-ins}.ts',
      'src/device/{style-sheet,trusted-types,unsavedInput,update}.ts',
    ],
    tests: ['tests/device/*.test.ts'],
  },
  api: {
    ...PURE,
    folders: ['src/api', 'src/api/older'],
    // What belongs to buttons and windows.
    without: ['src/api/{pendingOutcome,refusals,submit}.ts'],
    tests: ['tests/device/*.test.ts'],
  },
  sw: { ...PURE, folders: ['sw'], tests: ['tests/sw/*.test.ts'] },

  base: server(
    ['base', 'base/pictures', 'base/settings'],
    'config',
    'log',
    'numbers',
    'input',
    'json-bodies',
    'email-addresses',
    'pictures',
    'settings*',
    'clock',
  ),
  network: server(
    ['network'],
    'network-{client,list}',
    'webSocketFrames',
    'engine-{targets,parts,pieces}',
    'proxies',
  ),
  database: server(
    ['database', 'database/lists', 'database/settings', 'database/bus'],
    'query',
    'prepared',
    'tables',
    'lease',
    'pages-equal',
    'accounts-lists',
    'payments-lists',
    'revisions',
    'settings*',
    'bus-processes',
    'database-away',
  ),
  upgrades: {
    ...server(['database/migrations', 'app/upgrade', 'app/trial', 'app/offers'], 'upgrade*'),
    without: ['server/app/upgrade/*Command.ts'],
    hasProcesses: true,
  },
  move: server(['backup/move', 'app/move'], 'move-*', 'shop-file'),
  release: {
    ...server(['app/release'], 'release-{setup,verify}'),
    without: ['server/app/release/*Command.ts'],
  },
  secret: server(['database/secret', 'app/secret'], 'secret', 'terminal'),
  backup: {
    ...server(
      [
        'backup/store',
        'backup/log',
        'backup/restore',
        'backup/shipping',
        'app/backup',
        'admin/backup',
      ],
      'backup*',
      'restore-*',
      'postgres-archive',
    ),
    hasProcesses: true,
  },
  http: server(
    ['http'],
    'query',
    'input',
    'json-bodies',
    'slow-bodies',
    'reply-check',
    'late-refusal',
    'last-resort',
    'origin',
    'front',
    'kept-answers',
    'overload',
    'permissions',
  ),
  keys: server(['http/keys'], 'keys*'),
  session: server(
    ['people/session', 'people/login', 'shop/signup', 'http/limits'],
    'session*',
    'attempts',
    'limits-sockets',
  ),
  factors: server(['people/factors'], 'factors*'),
  people: server(
    ['people/users', 'people/groups', 'people/permissions'],
    'users*',
    'groups',
    'roles',
    'permissions',
    'permission-sets',
    'undo-since',
  ),
  messages: server(
    [
      'messaging',
      'messaging/events',
      'messaging/messages',
      'messaging/notices',
      'messaging/articles',
    ],
    'messages*',
    'notices',
    'articles',
    'guides',
  ),
  mails: server(['messaging/mails'], 'mails*', 'new-passwords', 'warnings*'),
  notify: server(['notify', 'notify/warnings'], 'warnings*', 'push-servers', 'health*'),
  telegram: server(['notify/telegram'], 'telegram*'),
  push: server(['notify/push'], 'push*'),
  // Without the random sequences of the ledger, which take half a minute and find no fault twice.
  payments: server(
    [
      'shop/checkout',
      'shop/fulfilment',
      'shop/giftcards',
      'shop/ledger',
      'shop/orderAdmin',
      'shop/orders',
      'shop/paidTime',
      'shop/ports',
      'shop/reconciliation',
      'shop/referrals',
      'shop/refunds',
      'shop/settlement',
    ],
    'payments*',
    'giftcards',
    'referrals*',
  ),
  plans: server(
    ['shop/plans', 'shop/customers'],
    'orders*',
    'given-plans',
    'customers',
    'payments-shown',
    'payments-period',
  ),
  providers: server(
    ['shop/providers', 'shop/providers/alipay', 'shop/providers/paypal', 'shop/notifications'],
    'providers*',
    'payments-settle',
  ),
  // What a table adds is added by jobs.
  jobs: server(
    ['admin/jobs', 'admin/imports', 'shop/reselling'],
    'jobs*',
    'imports*',
    'import-values',
    'undo-since',
    'permission-sets',
  ),
  figures: server(['admin/counts'], 'shop-figures*', 'shop-days', 'totals'),
  admin: server(
    [
      'admin/appFiles',
      'admin/audit',
      'admin/brand',
      'admin/certificate',
      'admin/ends',
      'admin/installation',
      'admin/search',
      'admin/seeing',
      'admin/settings',
      'admin/storage',
    ],
    'app-files',
    'audit',
    'brand',
    'certificate*',
    'ends',
    'installation',
    'help-bundle',
    'search*',
    'seeing',
    'settings*',
    'storage',
  ),
  accounts: server(
    [
      'accounts',
      'accounts/accountAdmin',
      'accounts/connection',
      'accounts/macAccounts',
      'accounts/watch',
    ],
    'accounts*',
    'macAccounts*',
    'watch',
    'free-ports',
  ),
  subscriptions: server(['accounts/subscriptions'], 'subscriptions*'),
  servers: server(['accounts/servers'], 'servers*', 'free-ports'),
  health: server(['fleet/health'], 'health*', 'metering-borders'),
  flow: server(
    ['accounts/flow', 'accounts/quota', 'accounts/metering', 'accounts/charts'],
    'flow*',
    'metering-borders',
    'payments-cycle',
    'wireguard-metering',
  ),
  devices: server(['accounts/devices'], 'devices*', 'wireguard-metering'),
  // Without the random changes of `plane-changed`, for the same reason.
  plane: server(
    ['fleet/plane'],
    'plane',
    'plane-{followed,looks,machine}',
    'desired',
    'jobs-servers',
    'servers',
    'devices',
    'wireguard-servers',
  ),
  drivers: server(['engine/drivers'], 'drivers-{borders,faults,ledger,servers}'),
  nodes: server(['fleet/nodes', 'fleet/nodes/channel'], 'nodes-*', 'fleet-{leases,lies}'),
  agent: { ...server(['fleet/nodes/agent'], 'nodes-*'), hasProcesses: true },
  wireguard: { ...server(['engine/wireguard'], 'wireguard-*'), hasProcesses: true },
  // Its pieces run in the process of a test, where only the tests run that reach a change.
  engine: sockets(
    ['engine/ports', 'engine/protocol', 'engine/cipher', 'engine/cipher/ss2022'],
    'engine-{answers,attempts,carried-inside,connections,downlink,handshakes,hearing,lifetimes}',
    'engine-{met,orders,speed,way-back}',
    'bittorrent',
    'engine-{parts,pieces,ports,seals,strangers,targets,tunnel-ports,wires}',
    'shared-port',
    'ss2022*',
  ),
  trojan: sockets(['engine/trojan'], 'trojan-*'),
  'engine-console': sockets(
    ['engine/console'],
    'engine-{answers,charged,doubted,leases,lifetimes,link,marks,outlives,parts,process}',
    'engine-{questions,reports,supervised}',
    'fleet-{leases,lies,silent}',
    'nodes-{budget,links}',
  ),
  'engine-process': {
    ...server(
      ['engine', 'engine/process'],
      'engine-{charged,drains,ledger,lifetimes,outlives,process,served,service}',
    ),
    hasProcesses: true,
  },
  probe: sockets(
    ['engine/probe'],
    'probe',
    'probe-2022',
    'engine-{hearing,probes}',
    'wireguard-probe',
  ),
  app: {
    ...server(
      ['', 'app', 'app/demo', 'app/metrics', 'app/shell', 'app/site', 'app/tls'],
      'shell*',
      'demo*',
      'metrics',
      'starting',
      'tls',
      'plain-port',
      'front',
      'trojan-door',
      'certificate*',
    ),
    hasProcesses: true,
  },
}

/** Folders with code that no area has, and why. */
export const IN_NO_AREA: Record<string, string> = {
  'openapi/made': 'what `npm run contract` makes of the contract',
  'server/base/words': 'what people read, in four languages; types hold that none is missing',
  'server/messaging/articles/guides': 'what people read',
}

/** The files that an area changes, as globs from the root; those with `!` are left out. */
export function filesOf({ folders, without = [], only = '*.ts' }: Area): string[] {
  const left = without.map((glob) => `!${glob}`)
  return [...folders.map((folder) => `${folder}/${only}`), ...left]
}
