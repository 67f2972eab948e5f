/** The defaults for warning customers: whether, when and how. */
export const WARNINGS = { isEnable: true, days: 3, percent: 80, mail: true } as const
