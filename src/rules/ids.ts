/** The greatest id there may be: nothing has it. */
const NOBODY = 2_147_483_647

/**
 * Reads an id in an address. What is none becomes one that nothing has, so that a mistyped address is
 * answered like that of something deleted.
 */
export const idIn = (text: string): number =>
  /^\d{1,10}$/.test(text) ? Math.min(Number(text), NOBODY) : NOBODY
