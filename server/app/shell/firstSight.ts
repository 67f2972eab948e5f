import { createHash } from 'node:crypto'
import type { Language } from '../../base/words/words.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { accountsSummary } from '../../notify/telegram/summary.ts'
import { escaped } from './frontOffer.ts'
import type { Look } from './login.ts'

/** Where it stands and in which colours, as src/ui/Page.tsx and src/ui/Card.tsx have them, beside the menu where that is open. */
const SHEET = `:host{font:14px/20px -apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:CanvasText;color:light-dark(#242424,#fff)}
main{min-height:100vh;min-height:100dvh;background:Canvas;background:light-dark(#fafafa,#1f1f1f)}
h1{margin:0;padding:10px 16px;font-size:20px;line-height:28px;font-weight:600;border-bottom:1px solid GrayText;border-bottom:1px solid light-dark(#e0e0e0,#525252)}
p{margin:16px;padding:16px;border-radius:12px;white-space:pre-line;font-size:16px;line-height:26px;background:Canvas;background:light-dark(#fff,#292929)}
@media (min-width:1024px){main{padding-left:240px}h1{padding:17px 24px 18px}p{margin:24px;max-width:422px}}`
const LOOKS = { system: 'light dark', light: 'light', dark: 'dark' } as const
const sheetOf = (look: Look['appearance']) => `:host{color-scheme:${LOOKS[look]}}${SHEET}`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const HASHES = Object.fromEntries(
  Object.keys(LOOKS).map((look) => [look, hashOf(sheetOf(look as keyof typeof LOOKS))]),
)

/** What a page shows of a customer's accounts before any script ran, and the hash its policy names. */
export type FirstSight = { markup: string; styles: string }

/**
 * What most customers open the console for, in the first reply: whether their accounts work, what
 * was used, and until when. On a slow network the console itself is seconds away. It is taken away
 * like a snapshot of the screen (src/device/first-screen.ts), and like one cannot be pressed or found.
 */
export async function firstSight(
  world: World,
  userId: number,
  at: { language: Language; appearance: Look['appearance']; address: string },
): Promise<FirstSight> {
  const { language, appearance, address } = at
  const [{ title = 'Sluice' }, summary] = await Promise.all([
    findSetting(world.db, 'base'),
    accountsSummary(world, userId, language),
  ])
  const accounts = summary.split('\n\n').map((one) => `<p>${escaped(one)}</p>`)
  const content = `<main><h1>${escaped(title)}</h1>${accounts.join('')}</main>`
  const picture = `<template shadowrootmode="closed"><style>${sheetOf(appearance)}</style>${content}</template>`
  const markup = `<div class="snapshot" inert data-address="${address}">${picture}</div>`
  return { markup, styles: HASHES[appearance] ?? '' }
}
