import type { Schema } from '#contract'
import { PERIOD } from '#rules/account.ts'
import { formatFlow } from '#rules/flow.ts'
import { lengthText, numberFormat } from '#rules/formats.ts'
import { priceOf } from '#rules/planPrices.ts'
import { currencyOf, paidKinds } from '#rules/providers/registry.ts'
import { type Language, wordsOf } from '../../base/words/words.ts'
import { currencyStyle } from '#rules/money.ts'
import { formatSpeed } from '#rules/speed.ts'

/**
 * The offer as markup, for search engines and people without scripts; everybody else is drawn the
 * page itself. Every text of the operator is escaped.
 */
export function offerMarkup(
  front: Schema<'FrontPage'>,
  { title, language }: { title: string; language: Language },
): string {
  const words = wordsOf(language).front
  const plans = front.plans.map((plan) => {
    const about = [plan.name, plan.shortComment, ...termsOf(plan, language)]
    return `<li>${about.filter(Boolean).map(escaped).join(' · ')}</li>`
  })
  const list = plans.length > 0 ? `<h2>${escaped(words.plans)}</h2><ul>${plans.join('')}</ul>` : ''
  const signUp =
    front.signUp === 'closed' ? '' : `<a href="/home/signup">${escaped(words.signUp)}</a> `
  const logIn = `<a href="/home/login">${escaped(words.logIn)}</a>`
  const heading = `<h1>${escaped(front.line || title)}</h1>`
  return `<noscript><main>${heading}${list}<p>${signUp}${logIn}</p></main></noscript>`
}

/** How long a plan lasts, its traffic for each cycle, how fast it is, and its prices. */
function termsOf(plan: Schema<'FrontPlan'>, language: Language) {
  const { type, cycle, flow, speedDown = 0, ...prices } = plan
  const period = PERIOD[type ?? 0] ?? 0
  const count = cycle ?? 1
  const traffic = flow > 0 ? formatFlow(flow, language) : ''
  const priceText = (kind: string) => {
    const price = priceOf(prices, kind)
    const style = currencyStyle(currencyOf(kind), language)
    return price > 0 ? numberFormat(language, style).format(price) : ''
  }
  return [
    lengthText(period * count, language),
    traffic && count > 1 ? `${traffic} / ${lengthText(period, language)}` : traffic,
    speedDown > 0 ? formatSpeed(speedDown, language) : '',
    ...paidKinds().map(priceText),
  ]
}

/** A text within markup, or within an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
