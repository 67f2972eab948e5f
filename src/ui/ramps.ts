import type { BrandVariants } from '@fluentui/react-components'

/** The luminance of a 5:1 contrast to white, so 4.5:1 to our light greys. */
export const TEXT_LUMINANCE = 1.05 / 5 - 0.05

/** Shades 10 to 80: shares of the luminance of shade 80. */
const DARKER = [0.06, 0.11, 0.17, 0.26, 0.38, 0.54, 0.75, 1]

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
 * They are set by luminance, so that contrast holds for every hue: 80 and below can be read on
 * white, 90 and above on our dark surfaces.
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

/** A colour darkened or lightened in OKLCH until it has a luminance; its hue stays. */
export function shadeOf(hex: string, luminance: number, mostChroma = 1): string {
  if (luminance === luminanceOf(hex) && mostChroma === 1) return hex
  const [ownLightness, a, b] = toOklab(hex)
  const ownChroma = Math.hypot(a, b)
  let low = 0
  let high = 1
  let shade = hex
  for (let step = 0; step < 14; step += 1) {
    const lightness = (low + high) / 2
    // Chroma goes to nothing towards black and white alike, which stays within the gamut of screens.
    const fade = Math.min(lightness / ownLightness, (1 - lightness) / (1 - ownLightness))
    const scale = Math.min(fade, mostChroma / ownChroma)
    shade = fromOklab(lightness, a * scale, b * scale)
    if (luminanceOf(shade) < luminance) low = lightness
    else high = lightness
  }
  return shade
}

/** How light a colour `#rrggbb` is, 0 to 1, the way the contrast of text is reckoned. */
export function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Triple = [number, number, number]

function linearOf(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function toOklab(hex: string): Triple {
  const [red, green, blue] = linearOf(hex)
  const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue)
  const middle = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue)
  const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue)
  return [
    0.2105 * long + 0.7936 * middle - 0.0041 * short,
    1.978 * long - 2.4286 * middle + 0.4506 * short,
    0.0259 * long + 0.7828 * middle - 0.8087 * short,
  ]
}

function fromOklab(lightness: number, a: number, b: number): string {
  const long = (lightness + 0.3963 * a + 0.2158 * b) ** 3
  const middle = (lightness - 0.1056 * a - 0.0639 * b) ** 3
  const short = (lightness - 0.0895 * a - 1.2915 * b) ** 3
  const rgb: Triple = [
    4.0767 * long - 3.3077 * middle + 0.231 * short,
    -1.2684 * long + 2.6098 * middle - 0.3413 * short,
    -0.0042 * long - 0.7034 * middle + 1.7076 * short,
  ]
  return `#${rgb.map(byteOf).join('')}`
}

function byteOf(linear: number) {
  const value = Math.min(1, Math.max(0, linear))
  const gamma = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
    .toString(16)
    .padStart(2, '0')
}
