import type { Language } from './activate.ts'

/** Each language by its own name, so that its readers find it. */
export const languageNames: Record<Language, string> = {
  'zh-CN': '简体中文',
  'ja-JP': '日本語',
  'en-US': 'English',
  'ru-RU': 'Русский',
}
