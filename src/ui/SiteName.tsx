import { type ReactNode, useState } from 'react'
import { isWide, logoSize } from '#rules/logo.ts'
import { Mark } from './Mark.tsx'

type Logo = { url: string; width: number; height: number }
type Props = {
  brand: { name: string; logo?: Logo; icon?: string }
  /** How high the picture is at most, pixels. */
  size: number
  /** The name as text; left out where there is no room for more than a square. */
  children?: ReactNode
}

/**
 * The site's logo and its name; the icon or the product's mark where there is none, or where it
 * cannot be loaded. In a wide logo the name is written.
 */
export function SiteName({ brand, size, children }: Props) {
  const [failed, setFailed] = useState<string>()
  const logo = brand.logo && (children || !isWide(brand.logo)) ? brand.logo : undefined
  const icon = brand.icon && { url: brand.icon, width: size, height: size }
  const picture = [logo, icon].find((one) => one && one.url !== failed)
  if (!picture)
    return (
      <>
        <Mark size={size} />
        {children}
      </>
    )
  const hasName = picture === logo && isWide(picture)
  return (
    <>
      <img
        src={picture.url}
        {...logoSize(picture, size)}
        alt={hasName ? brand.name : ''}
        onError={() => setFailed(picture.url)}
      />
      {!hasName && children}
    </>
  )
}
