import type { BrandVariants } from '@fluentui/react-components'

/** The luminance at which a colour stands 4.9:1 against white, so 4.5:1 against our light greys. */
export const TEXT_LUMINANCE = 1.05 / 4.9 - 0.05

/** Shades 10 to 80: shares of the luminance of shade 80. */
const DARKER = [0.06, 0.11, 0.17, 0.26, 0.38, 0.54, 0.75, 1] as const

/** Shades 90 to 160: least luminance, share of the colour's own luminance, most chroma. */
const LIGHTER = [
  [0.295, 0.8, 1],
  [0.335, 0.9, 1],
  [0.4, 1, 1],
  [0.47, 1, 0.15],
  [0.56, 1, 0.12],
  [0.66, 1, 0.09],
  [0.77, 1, 0.06],
  [0.88, 1, 0.035],
] as const

/**
 * The 16 shades Fluent makes a theme of, from one colour `#rrggbb`.
 *
 * They are set by luminance, so that contrast holds whatever the hue: 80 and below carry text on
 * white, 90 and above carry text on our dark surfaces.
 */
export function rampOf(hex: string): BrandVariants {
  const own = luminanceOf(hex)
  const shades = [
    ...DARKER.map((share) => shadeOf(hex, share * Math.min(own, TEXT_LUMINANCE))),
    ...LIGHTER.map(([least, share, chroma]) => shadeOf(hex, Math.max(least, share * own), chroma)),
  ]
  // fromEntries cannot know that the 16 keys are those of BrandVariants.
  return Object.fromEntries(shades.map((shade, at) => [(at + 1) * 10, shade])) as BrandVariants
}

/** A colour made darker or lighter until it has a luminance, its hue kept; chroma is OKLCH's. */
export function shadeOf(hex: string, luminance: number, mostChroma = 1): string {
  const rgb = linearOf(hex)
  const own = luminanceOf(hex)
  // Scaling light scales OKLCH lightness and chroma alike, and never leaves what screens can show.
  if (luminance <= own && mostChroma === 1)
    return hexOf(rgb.map((channel) => (channel * luminance) / own))
  const [, a, b] = toOklab(rgb)
  const hue = Math.atan2(b, a)
  const ownChroma = Math.hypot(a, b)
  const ownLightness = toOklab(rgb)[0]
  let [low, high] = [0, 1]
  let shade = hex
  for (let step = 0; step < 12; step += 1) {
    const lightness = (low + high) / 2
    const fade = lightness < ownLightness ? lightness / ownLightness : (1 - lightness) / (1 - ownLightness)
    const chroma = Math.min(ownChroma * fade, mostChroma)
    shade = hexOf(fromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)))
    if (luminanceOf(shade) < luminance) low = lightness
    else high = lightness
  }
  return shade
}

/** How light a colour `#rrggbb` is, 0 to 1, as the contrast of text is reckoned. */
export function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Triple = [number, number, number]

const apply = (matrix: number[], [x, y, z]: Triple): Triple => {
  const row = (at: number) =>
    (matrix[at] ?? 0) * x + (matrix[at + 1] ?? 0) * y + (matrix[at + 2] ?? 0) * z
  return [row(0), row(3), row(6)]
}
