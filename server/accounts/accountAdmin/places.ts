import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { INSTALLATION } from '../../base/installation.ts'
import type { Call } from '../../http/contract.ts'
import { findSetting } from '../../database/settings/store.ts'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let places: Reader<CountryResponse> | undefined

/**
 * Looks up where an address is in a database on this machine: customers' addresses are sent to no
 * third party.
 *
 * Returns the country; the data does not include the network's owner.
 */
export async function getIpInfo({
  db,
  path,
  query,
}: Pick<Call<'getIpInfo'>, 'db' | 'path' | 'query'>): Promise<[string, string]> {
  const country = countryOf(path.ip)
  if (!country) return ['', '']
  const language = query.language ?? (await findSetting(db, 'base')).language ?? 'zh-CN'
  return [new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country, '']
}

/** The two letters of a country, ISO 3166-1; nothing for private and unknown addresses. */
export function countryOf(address: string): string | undefined {
  if (isIP(address) === 0) return undefined
  // 8 MB, read on first use.
  places ??= new Reader<CountryResponse>(
    readFileSync(INSTALLATION.countries ?? createRequire(import.meta.url).resolve(FILE)),
  )
  const place = places.get(address) as { country_code?: string } | null
  return place?.country_code
}
