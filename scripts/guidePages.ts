/** Where its sources are. */
export const GUIDE_FOLDER = 'docs/manual'

/** The pages as they follow on each other. The first one is the list of all. */
export const GUIDE_PAGES = [
  'index',
  'install',
  'first-customer',
  'moving',
  'machines',
  'wireguard',
  'trojan',
  'payments',
  'mail',
  'backups',
  'upgrade',
  'service',
  'processes',
  'settings',
  'trouble',
  'api',
  'customers',
] as const

/** The languages of the manual, with the words that stand around each page. */
export const GUIDE_LANGUAGES = {
  en: { code: 'en', name: 'English', site: 'Sluice manual', contents: 'Pages', other: 'zh' },
  zh: { code: 'zh-CN', name: '中文', site: 'Sluice 手册', contents: '目录', other: 'en' },
} as const
