/**
 * What people paste, as they see it: messengers, PDF files and keyboards add letters that nobody
 * sees, and write Latin letters as wide as Chinese ones (NFKC, UAX 15). Invisible are the format
 * characters, variation selectors, and the fillers of Hangul.
 */
export const visibleText = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\p{Cf}|\p{Variation_Selector}|[\u034F\u115F\u1160]/gu, '')

/** An email address as it was meant, also copied from a link; letter case stays. */
export const typedEmail = (text: string): string =>
  visibleText(text)
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replaceAll('。', '.')
