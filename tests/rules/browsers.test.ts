import { expect, test } from 'vitest'
import { browserName, isInApp } from '#rules/browsers.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/150.0 Safari/537.36 Edg/150.0`, 'Edge, Windows'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/150.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/150.0 Mobile Safari/537.36 EdgA/150.0`,
    'Edge, Android',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/150.0 OPR/90.0`, 'Opera, Android'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0`,
    'Samsung Internet, Android',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/130.0 MicroMessenger/8.0`, 'WeChat, Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 YaBrowser/25.0 Safari/537.36`,
    'Yandex, Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/150.0 Safari/537.36`, 'Chrome, ChromeOS'],
  [`${PHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${PHONE} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${PHONE} FxiOS/140.0 Mobile/15E148 Safari/604.1`, 'Firefox, iPhone'],
  [`${PHONE} EdgiOS/150.0 Mobile/15E148 Safari/604.1`, 'Edge, iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Version/12.0 Safari/604.1', 'Safari, iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari, macOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
  ['curl/8.9', undefined],
  ['', undefined],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

const ANDROID = `Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) ${WEBKIT} Version/4.0 Chrome/150.0 Mobile Safari/537.36`

test.each([
  [`${ANDROID} MMWEBID/1 MicroMessenger/8.0.50.2701(0x28003252) WeChat/arm64 NetType/WIFI`, true],
  [`${PHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/4G Language/zh_CN`, true],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 MicroMessenger/7.0 WindowsWechat`, true],
  [`${ANDROID} MQQBrowser/6.2 TBS/046 V1_AND_SQ_9.0.0_1_YYB_D QQ/9.0.0.1 NetType/WIFI`, true],
  [`${PHONE} Mobile/15E148 QQ/9.0.0.600 V1_IPH_SQ_9.0.0_1_APP_A`, true],
  [`${ANDROID} MQQBrowser/15.0`, false],
  [`${ANDROID} Weibo (Google-Pixel 9__weibo__14.1.0__android__android15)`, true],
  [`${PHONE} Mobile/15E148 Weibo (iPhone16,1__weibo__14.1.0__iphone__os18.0)`, true],
  [`${ANDROID} Telegram-Android/11.2 (Google Pixel 9; Android 15; SDK 35; HIGH)`, true],
  ['TelegramBot (like TwitterBot)', false],
  [`${PHONE} Mobile/15E148 Safari Line/14.1.0`, true],
  [`${ANDROID} Line/14.1.0/IAB`, true],
  [`${PHONE} Mobile/15E148 Instagram 350.0.0 (iPhone16,1; iOS 18_0; zh_CN)`, true],
  [`${PHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0;FBBV/1]`, true],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/480.0.0;]`, true],
  [`${PHONE} Version/18.0 Mobile/15E148 Safari/604.1`, false],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/150.0 Mobile Safari/537.36`, false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ['', false],
])('%s is within an app: %s', (userAgent, within) => {
  expect(isInApp(userAgent)).toBe(within)
})
