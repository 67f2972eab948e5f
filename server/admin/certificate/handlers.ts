import type { Handlers } from '../../http/contract.ts'

/** Status of the certificate, where this console serves HTTPS itself. */
export const certificateHandlers = {
  async getCertificateStatus({ certificate }) {
    return certificate()
  },
} satisfies Partial<Handlers>
