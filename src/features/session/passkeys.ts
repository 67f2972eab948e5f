import type { Schema } from '#contract'

/** Whether somebody logs in by passkey on this site, and this browser could. */
export function hasPasskeys(site: Schema<'Status'> | undefined): boolean {
  return site?.passkey === true && isSecureContext && 'PublicKeyCredential' in window
}
