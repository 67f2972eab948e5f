/** What a message on a link may be. */
export type Bounds = {
  /** As it travels, bytes. */
  raw: number
  /** Unzipped, bytes. */
  plain: number
  /** How deep lists and objects may stand in each other. */
  depth: number
  /** How many values there may be in it. */
  values: number
}

/**
 * Until somebody has proved who they are. An introduction of ours has some 600 bytes, and a few
 * thousand on a machine with hundreds of addresses.
 */
export const STRANGER: Bounds = {
  raw: 16 * 1024,
  plain: 64 * 1024,
  depth: 8,
  values: 4_000,
}

/**
 * On a link that was made. The longest message is an engine's greeting: a hundred thousand accounts
 * with their counters and devices are 1.3 million values, and 9 levels deep.
 */
export const LINKED: Bounds = {
  raw: 8 * 1024 * 1024,
  plain: 32 * 1024 * 1024,
  depth: 16,
  values: 2_000_000,
}

/** All bytes a connection may bring before a link is made, control frames included. */
export const MAX_BYTES_BEFORE_LINK = 2 * STRANGER.raw
