/** Starts a PostgreSQL of one's own, on a free port unless one is named. */
export function startPostgres(options?: { port?: number }): Promise<{
  url: string
  data: string
  port: number
  pause: (mode: 'fast' | 'immediate') => void
  resume: () => void
  switchOver: () => void
  stop: () => void
}>
