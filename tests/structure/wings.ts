/**
 * The server from the bottom up. A wing imports itself, the wings before it, `src/rules` and
 * `openapi`; a room within a wing imports the rooms that stand beside its name. The files loose in
 * a wing may import and be imported freely there, as long as nothing goes in a circle.
 */
export const WINGS: Record<string, Record<string, readonly string[]>> = {
  base: {
    words: [],
  },
  network: {},
  database: {
    lists: [],
    migrations: [],
    settings: [],
  },
  http: {
    keys: [],
    limits: [],
  },
  messaging: {
    events: [],
    mails: [],
    messages: ['events'],
    notices: ['events'],
    articles: ['notices'],
  },
  people: {
    groups: [],
    session: [],
    factors: ['session'],
    login: ['session', 'factors'],
    users: ['session', 'factors'],
  },
  traffic: {
    engine: [],
    flow: [],
    servers: [],
    accounts: ['servers'],
    quota: ['flow', 'servers', 'accounts'],
    charts: ['flow', 'servers', 'accounts', 'quota'],
    connection: ['servers', 'accounts', 'quota'],
    metering: ['flow', 'quota'],
    accountAdmin: ['servers', 'accounts', 'quota', 'connection'],
    macAccounts: ['servers', 'accounts', 'quota', 'connection'],
    plane: ['engine', 'flow', 'servers', 'accounts', 'quota', 'metering'],
    subscriptions: ['servers', 'accounts', 'connection', 'accountAdmin', 'macAccounts'],
  },
  shop: {
    ledger: [],
    plans: [],
    providers: [],
    referrals: [],
    orders: [],
    signup: ['plans', 'referrals'],
    fulfilment: ['ledger', 'plans', 'orders'],
    settlement: ['ledger', 'providers', 'fulfilment'],
    checkout: ['ledger', 'plans', 'providers', 'orders', 'fulfilment', 'settlement'],
    notifications: ['ledger', 'providers', 'settlement'],
    refunds: ['ledger', 'providers', 'settlement'],
    giftcards: ['ledger', 'plans', 'fulfilment', 'checkout'],
    orderAdmin: ['ledger', 'providers', 'orders', 'fulfilment', 'settlement', 'refunds'],
    reconciliation: ['providers', 'fulfilment', 'settlement', 'refunds'],
  },
  notify: {
    push: [],
    telegram: [],
    warnings: [],
  },
  admin: {
    audit: [],
    counts: [],
    search: [],
    settings: [],
    storage: [],
    jobs: ['audit'],
  },
  app: {
    demo: [],
    site: [],
    shell: ['site'],
  },
}
