import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// No fallback: with one, a missing translation would not be noticed.
export default defineConfig({
  sourceLocale: 'en-US',
  locales: ['zh-CN', 'ja-JP', 'en-US', 'ru-RU'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
})
