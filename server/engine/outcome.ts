/** How customers' own connections through a server fare; times in ms of the console's clock, 0 is never. */
export type Outcome = {
  serverId: number
  /** When a client was last heard after an answer, and when a target was last reached, and lost. */
  heardAt: number
  reachedAt: number
  lostAt: number
  /** How often targets were not reached since one last was, how many, and of how many accounts. */
  losses: number
  lost: number
  accounts: number
  /** How many of them had been reached earlier. */
  missed: number
}
