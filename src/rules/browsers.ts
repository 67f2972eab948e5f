/** What a browser calls itself, most telling first: most of them also bear the names of others. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/**
 * What a person calls the browser behind a `User-Agent` (RFC 9110, 10.1.5), as in `Chrome, Android`;
 * undefined where nothing of it is known.
 */
export function browserName(userAgent: string): string | undefined {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  )
  return known.length > 0 ? known.join(', ') : undefined
}

/**
 * The apps that open links in a window of their own, by how it calls itself. QQ, as in `QQ/9.0`, is
 * none of the browsers of that maker (`MQQBrowser/`); Telegram for iPhones calls itself Safari.
 */
const IN_APP =
  /\bMicroMessenger\/|[ ;]QQ\/|\bWeibo\b|__weibo__|\bTelegram\b|\bLine\/|\bInstagram\b|\bFBA[NV]\//

/** Whether a page is shown within another app, whose window opens no apps and installs nothing. */
export const isInApp = (userAgent: string): boolean => IN_APP.test(userAgent)
