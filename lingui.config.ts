import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Files a visitor needs; `src/ui` in so far as the first screens use it. */
const FIRST = [
  // What stands only behind the login has its words there.
  'src/features/session/!(ScreenError|AreaFrame|LogOutDialog|See*|seeing).{ts,tsx}',
  'src/features/app/UpdatePrompt.tsx',
  'src/routes/home/**',
  'src/api/**',
  'src/ui/{Problem,TextField,PasswordField,Sheet,Loading,LoadFailed,OutcomePending}.tsx',
  'src/ui/{InAppNote,CopyAction}.tsx',
]

// No fallback: with one, a missing translation would not be noticed.
export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'],
  // The first screens load the small catalog; everything behind the login comes with the other.
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: FIRST },
    { path: '<rootDir>/src/locales/areas/{locale}', include: ['src'], exclude: FIRST },
  ],
  format: formatter({ lineNumbers: false }),
})
