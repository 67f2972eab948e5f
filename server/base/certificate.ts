/** Status of the certificate this console serves HTTPS with itself; times in ms since 1970. */
export type CertificateStatus = {
  /**
   * `off`: a proxy serves HTTPS, or nobody does. `missing`: there is none yet. `failing`: the last
   * try to replace it failed, and it is valid for a while. `expiring`: little of its life is left, or
   * nothing.
   */
  state: 'off' | 'ok' | 'missing' | 'failing' | 'expiring'
  /** Who issued it, by its name; null where there is none. */
  issuer: string | null
  /** When it ends; null where there is none. */
  expires: number | null
  /** Why it could not be replaced, in a sentence; null while all is well. */
  problem: string | null
  /** When that is tried again; null while all is well. */
  nextTry: number | null
}

/** HTTPS is not this console's task. */
export const NO_CERTIFICATE: CertificateStatus = {
  state: 'off',
  issuer: null,
  expires: null,
  problem: null,
  nextTry: null,
}
