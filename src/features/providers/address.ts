/** Whether a text is an address that a provider can be reached at. */
export const isAddress = (text: string) =>
  /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text.trim()) && URL.canParse(text.trim())
