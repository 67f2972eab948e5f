/** Reads a MAC address in any usual spelling into the stored one, 12 lower-case digits. Spec 5. */
export function parseMac(text: string): string | undefined {
  const digits = text.trim().replaceAll(/[-:]/g, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits : undefined
}

/** Shows a MAC address in upper case with colons; other text is not changed. Spec 5. */
export function formatMac(mac: string): string {
  const digits = parseMac(mac)
  return digits?.toUpperCase().match(/../g)?.join(':') ?? mac
}
