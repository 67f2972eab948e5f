import { describe, expect, test } from 'vitest'
import { PALETTE, type ThemeColour } from '#rules/theme.ts'
import { luminanceOf, rampOf, shadeOf } from '#ui/ramps.ts'
import { stateColours, themeOf } from '#ui/theme.ts'

// Object.keys forgets that a const object's keys are known.
const names = Object.keys(PALETTE) as ThemeColour[]
const looks = names.flatMap((name) => [
  { name, dark: false, theme: themeOf(name, false) },
  { name, dark: true, theme: themeOf(name, true) },
])

function contrast(one: string, other: string) {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

describe('rampOf', () => {
  test.each(names)('gives %s 16 shades from dark to light', (name) => {
    const shades = Object.values(rampOf(PALETTE[name]))
    expect(shades).toHaveLength(16)
    for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/i)
    const lights = shades.map(luminanceOf)
    for (const [at, light] of lights.entries())
      expect(light).toBeGreaterThanOrEqual((lights[at - 1] ?? 0) - 0.004)
  })

  test('keeps a colour that is dark enough as it is', () => {
    expect(rampOf(PALETTE.indigo)[80]).toBe(PALETTE.indigo)
  })
})

describe('shadeOf', () => {
  test('reaches the requested luminance', () => {
    expect(luminanceOf(shadeOf('#2196F3', 0.1))).toBeCloseTo(0.1, 2)
    expect(luminanceOf(shadeOf('#2196F3', 0.7))).toBeCloseTo(0.7, 2)
  })
})

describe.each(looks)('$name, dark $dark', ({ theme }) => {
  const surfaces = [
    theme.colorNeutralBackground1,
    theme.colorNeutralBackground1Hover,
    theme.colorNeutralBackground2,
    theme.colorSubtleBackgroundHover,
  ]

  test('carries readable text on the brand colour', () => {
    for (const background of [
      theme.colorBrandBackground,
      theme.colorBrandBackgroundHover,
      theme.colorBrandBackgroundPressed,
      theme.colorBrandBackgroundSelected,
    ])
      expect(contrast(background, theme.colorNeutralForegroundOnBrand)).toBeGreaterThanOrEqual(4.5)
    expect(
      contrast(theme.colorCompoundBrandBackground, theme.colorNeutralForegroundInverted),
    ).toBeGreaterThanOrEqual(4.5)
  })

  test('has readable links and brand words on every surface', () => {
    for (const surface of surfaces)
      for (const text of [
        theme.colorBrandForegroundLink,
        theme.colorBrandForegroundLinkHover,
        theme.colorBrandForegroundLinkPressed,
        theme.colorBrandForeground1,
        theme.colorCompoundBrandForeground1,
        theme.colorCompoundBrandForeground1Hover,
        theme.colorCompoundBrandForeground1Pressed,
        theme.colorNeutralForeground2BrandHover,
        theme.colorNeutralForeground2BrandPressed,
        theme.colorNeutralForeground3,
      ])
        expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
    for (const surface of [theme.colorBrandBackground2, theme.colorBrandBackground2Hover])
      expect(contrast(theme.colorBrandForeground2, surface)).toBeGreaterThanOrEqual(4.5)
  })

  test('has states and strokes that stand out from every surface', () => {
    const drawn = new Map(Object.entries(theme))
    const states = Object.values(stateColours).map((value) => drawn.get(value.slice(6, -1)))
    for (const surface of surfaces)
      for (const colour of [...states, theme.colorCompoundBrandStroke])
        expect(contrast(String(colour), surface)).toBeGreaterThanOrEqual(3)
  })
})
