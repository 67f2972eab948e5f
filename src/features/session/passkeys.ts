import type { Schema } from '#contract'

/** Whether this site has logins by passkey, and this browser supports them. */
export function hasPasskeys(site: Schema<'Status'> | undefined): boolean {
  return site?.passkey === true && isSecureContext && 'PublicKeyCredential' in window
}
