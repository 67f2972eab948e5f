/** Whether, when and how customers are warned until the main admin says otherwise. */
export const WARNINGS = { isEnable: true, days: 3, percent: 80, mail: true } as const
