import { Unavailable } from './sharedPort.ts'

/** Why a port could not be opened, in the word that its state has. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unavailable) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  if (code === 'EADDRINUSE') return 'port in use'
  return code === 'EACCES' ? 'port not permitted' : code
}
