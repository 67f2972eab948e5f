/** What `npm run mutation` changes, and the tests that ought to notice. */
export type Area = {
  /** Source files, as globs from the root; those with `!` are left out. */
  files: string[]
  /** Test files, as globs from the root. Only these run, so that a mutant costs seconds. */
  tests: string[]
  /** How long the tests of one change may take beyond their usual time and a half, ms. */
  patience: number
  /** Some of the code runs in a process of its own, where coverage cannot be seen: every test runs. */
  hasProcesses?: boolean
}

/** Rooms of the server, as `wing/room`, and the tests that are about them. */
const server = (rooms: string[], ...tests: string[]): Area => ({
  files: rooms.map((room) => `server/${room}/*.ts`),
  // They wait for sockets and databases: on a busy machine that is no endless loop yet.
  patience: 60_000,
  tests: tests.map((name) => `tests/server/${name}.test.ts`),
})

const PAYMENTS = [
  'shop/checkout',
  'shop/fulfilment',
  'shop/ledger',
  'shop/orderAdmin',
  'shop/orders',
  'shop/reconciliation',
  'shop/refunds',
  'shop/settlement',
]

const PURE = { patience: 15_000 }

export const AREAS: Record<string, Area> = {
  rules: { ...PURE, files: ['src/rules/*.ts'], tests: ['tests/rules/*.test.ts'] },
  openapi: {
    ...PURE,
    // The build is run by hand, and what it writes is committed and compared.
    files: ['openapi/contract.ts', 'openapi/document.ts', 'openapi/json-text.ts'],
    tests: ['tests/contract/*.test.ts'],
  },
  forms: {
    ...PURE,
    files: ['src/features/*/{draft,filter,accountStatus,orderStatus}.ts'],
    tests: ['tests/forms/*.test.ts'],
  },
  device: {
    ...PURE,
    // What is stored on this device. The rest is about windows, workers and fields: Chromium tests it.
    files: [
      'src/device/{answerStore,choices,dns,encryption,personalData,remembered,returnAddress,status,storage,storageKeys,unsentMessages}.ts',
    ],
    tests: ['tests/device/*.test.ts'],
  },
  sw: { ...PURE, files: ['sw/*.ts'], tests: ['tests/sw/*.test.ts'] },
  // Without the random sequences of the ledger, which take half a minute and find no fault twice.
  payments: server(PAYMENTS, 'payments*', 'giftcards', 'referrals*'),
  session: server(
    ['people/session', 'people/login', 'shop/signup', 'http/limits'],
    'session*',
    'attempts',
  ),
  factors: server(['people/factors'], 'factors*'),
  flow: server(
    ['traffic/flow', 'traffic/quota', 'traffic/metering', 'traffic/charts'],
    'flow*',
    'wireguard-metering',
  ),
  devices: server(['traffic/devices'], 'devices*', 'wireguard-metering'),
  push: server(['notify/push'], 'push*'),
  // Without the random changes of `plane-changed`, for the same reason.
  plane: server(
    ['traffic/plane'],
    'plane',
    'plane-{followed,looks,machine}',
    'desired',
    'jobs-servers',
    'servers',
    'devices',
    'wireguard-servers',
  ),
  // What a table adds is added by jobs.
  jobs: server(
    ['admin/jobs', 'admin/imports', 'shop/reselling'],
    'jobs*',
    'imports*',
    'permission-sets',
  ),
  engine: {
    ...server(['traffic/engine', 'traffic/cipher', 'traffic/probe'], 'engine-*', 'probe'),
    hasProcesses: true,
  },
}
