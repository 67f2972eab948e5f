const FROM_THE_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/

/** Which way a language is written: one from the right needs nothing here but its catalog. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return FROM_THE_RIGHT.test(language) ? 'rtl' : 'ltr'
}
