/** Characters that end a name, or begin a comment or a section, in line formats; they cannot be escaped. */
const SIGNS = /[\p{Cc},=;"'#[\]]|\/\//gu

/** A name without characters that line formats cannot hold. */
export const lineName = (name: string) =>
  name.replaceAll(SIGNS, ' ').replaceAll(/ +/g, ' ').trim() || 'Server'
