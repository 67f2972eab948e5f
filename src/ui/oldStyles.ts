// Styles are drawn at build time, which reads this file as plain JavaScript.

/** Styles for browsers that do not know `:has`: Chrome before 105, Firefox before 121. */
export const NO_HAS = '@supports not selector(:has(a))'
