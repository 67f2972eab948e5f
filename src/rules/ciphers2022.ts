/** The methods of Shadowsocks 2022 (SIP022) that machines of ours speak; the first is the best for most. */
export const CIPHERS_2022 = [
  '2022-blake3-aes-256-gcm',
  '2022-blake3-aes-128-gcm',
  '2022-blake3-chacha20-poly1305',
] as const

/** Whether a method is of 2022, whose passwords are keys. */
export const is2022 = (method: string): boolean => CIPHERS_2022.some((name) => name === method)

/** Whether all accounts may share one port by this method: ChaCha20 has no identity headers (SIP023). */
export const canSharePort = (method: string): boolean => method.startsWith('2022-blake3-aes-')
