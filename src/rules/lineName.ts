/** What would end a name, or begin a remark or a section, in the formats of lines; nothing escapes it. */
const SIGNS = /[\p{Cc},=;"'#[\]]|\/\//gu

/** A name as the formats of lines can hold it. */
export const lineName = (name: string) =>
  name.replaceAll(SIGNS, ' ').replaceAll(/ +/g, ' ').trim() || 'Server'
