import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'

/** Why the certificate of a server could not be ordered. */
export const CERTIFICATE_PROBLEMS: Record<Schema<'CertificateProblem'>, MessageDescriptor> = {
  noName: msg`The server has no name. Certificates are ordered for names, not for IP addresses: enter one as public address.`,
  portInUse: msg`Its machine cannot open port 80, where the authority asks: mostly another program has it. Stop that program, or enter a certificate.`,
  away: msg`Its machine did not answer for the authority. It may be away, or its program too old: upgrade it.`,
  authority: msg`The authority did not give one. It said:`,
}
