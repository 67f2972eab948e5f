import { numberFormat } from '#rules/formats.ts'
import { currencyStyle } from '#rules/money.ts'
import { currencyOf } from '#rules/providers/registry.ts'

/** A price as it is read in a language: `CN¥20.00`, `$3.00`. */
export function priceText(price: number, way: string, locale: string): string {
  return numberFormat(locale, currencyStyle(currencyOf(way), locale)).format(price)
}
