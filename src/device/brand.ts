import type { Schema } from '#contract'
import { apiBase } from '#api/base.ts'
import { type KnownStatus, useStatus } from './status.ts'

/** The name of the site and its own pictures. */
export type Brand = {
  name: string
  /** Undefined where the site has none. */
  logo?: { url: string; width: number; height: number }
  icon?: string
}

/** How the site presents itself, stored across starts. */
export function useBrand(): Brand {
  return brandOf(useStatus())
}

function brandOf(status: KnownStatus['status'] | undefined): Brand {
  const { title = 'Sluice', brand } = status ?? {}
  return {
    name: title,
    ...(brand?.logo && { logo: { ...brand.logo, url: pictureUrl(brand.logo.hash) } }),
    ...(brand?.icon && { icon: pictureUrl(brand.icon) }),
  }
}

const pictureUrl = (hash: Schema<'PictureHash'>) => `${apiBase()}/api/home/brand/${hash}`
