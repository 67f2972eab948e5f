import { withWords } from '#locales/withWords.ts'

/** The sheet, loaded with its words when it is opened. */
export const WatchSheet = withWords('watch', () => import('./WatchSheet.tsx'))
