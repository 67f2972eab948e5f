const FROM_THE_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/

/** The writing direction of a language: a right-to-left one needs nothing but its catalog. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return FROM_THE_RIGHT.test(language) ? 'rtl' : 'ltr'
}
