/** A backup to look at, and the moment it is to be as at. */
export type WantedBackup = {
  /** A folder, or `s3://bucket/folder`. */
  place: string
  /** For a bucket: base address of the service, region and credentials. */
  endpoint: string
  region: string
  keyId: string
  secret: string
  /** The operator's key. */
  key: string
  /** The moment, ms; without one as late as possible. */
  at: number | undefined
}

/** Why a backup cannot be restored here. */
export const FETCH_PROBLEMS = [
  'wrong key',
  'no backup',
  'too early',
  'damaged',
  'newer release',
  'store away',
  'store refused',
  'no room',
  'no admin',
  'sealed elsewhere',
  'failed',
] as const

/** Why a backup could not be fetched; `detail` is a sentence for the operator. */
export type FetchProblem = {
  word: (typeof FETCH_PROBLEMS)[number]
  detail: string
  /** The first moment there is, ms; only of one that was too early. */
  earliest?: number
}

/** A restored copy that waits to be taken; times in ms. */
export type Fetched = {
  /** Everything committed by then is in it. */
  time: number
  /** The first and the last moment the store can restore. */
  first: number
  last: number
  /** The site's name; empty where it has none. */
  title: string
  users: number
  accounts: number
  orders: number
  /** Problems of its references and books, and what is uncertain, each a sentence. */
  problems: string[]
}

/** How far it has come. */
export type RestoreStatus =
  | { state: 'none' }
  | { state: 'fetching'; share: number }
  | { state: 'failed'; problem: FetchProblem }
  | { state: 'fetched'; found: Fetched }

/** A copy that nobody else can drop. */
export type Claim = {
  /** Replaces the database with it, and starts again on it. */
  take: () => void
  /** Lets others drop it again. */
  release: () => void
}

/** Restores a backup into a console that holds nothing yet: first a copy beside it, then for good. */
export type Restoring = {
  status: () => RestoreStatus
  /** Begins to fetch a copy; one that was fetched before is dropped. False while one is claimed. */
  fetch: (wanted: WantedBackup) => boolean
  /**
   * Keeps the copy that is as at `time` (whichever there is without one) from being dropped;
   * undefined where there is none such, as somebody else has fetched another since it was looked at.
   */
  claim: (time?: number) => Claim | undefined
  /** Ends a fetch under way, and deletes its copy. */
  drop: () => Promise<void>
}
