import { expect, test } from 'vitest'
import { belowFloor } from '../../scripts/style-floor.ts'
import { sheetOf } from '../../scripts/style-sheet.ts'

test.each([
  [
    'a length of the window without its bars',
    '.a{height:100dvh}',
    '.a{height:100vh;height:100dvh}',
  ],
  ['a part of a length', '.a{height:calc(92dvh - 8px)}', '.a{height:1px;height:calc(92dvh - 8px)}'],
  [
    'a mixed colour',
    '.a{fill:color-mix(in srgb,red,blue)}',
    '.a{fill:red;fill:color-mix(in srgb)}',
  ],
  ['two colours', '.a{color:light-dark(red,blue)}', '.a{color:red;color:light-dark(red,blue)}'],
  [
    'cutting off',
    '.a{overflow-y:clip;}',
    '.a{overflow-y:hidden;overflow-y:clip;text-overflow:clip}',
  ],
  [
    'within a condition',
    '@media print{.a{height:1dvh}}',
    '@media print{.a{height:1vh;height:1dvh}}',
  ],
  ['a container', '@container (width > 1px){.a{top:0}}', '@media (min-width:1px){.a{top:0}}'],
  ['a range', '@media (width >= 600px){.a{top:0}}', '@media (min-width:600px){.a{top:0}}'],
  ['a layer', '@layer base{.a{top:0}}', '.a{top:0}'],
  ['what is inside', '.a:has(input:checked){top:0}', '.a:is(.b,.c){top:0}'],
  ['a nested rule', '.a{top:0;& .b{top:0}}', '.a{top:0}.a .b{top:0}'],
  ['a property of its own', '.a{translate:1px}', '.a{transform:translate(1px)}'],
  [
    'another property before',
    '.a{width:100vh;height:100dvh}',
    '.a{width:0;content:"100dvh &:has("}',
  ],
])('a sheet with %s is noticed, unless older browsers have something else', (_what, bad, good) => {
  expect(belowFloor(bad)).toHaveLength(1)
  expect(belowFloor(good)).toEqual([])
})

test('what a style may be drawn without is known by name', () => {
  const harmless = '.f1:has(input:focus-visible){outline:1px solid}'
  expect(belowFloor(`${harmless}@supports not selector(:has(a)){.f1:focus-within{top:0}}`)).toEqual(
    [],
  )
})

test('a sheet has the older length before each newer one, once', () => {
  const rules = [
    '.a{height:100dvh;}',
    '.b{top:0;max-height:min(640px, 84dvh);bottom:calc(1px + 2dvh + 3dvh)}',
    '.c{height:100vh;height:100dvh;}',
  ]
  const sheet = sheetOf([{ d: rules }])
  expect(sheet).toBe(
    '.a{height:100vh;height:100dvh;}' +
      '.b{top:0;max-height:min(640px, 84vh);max-height:min(640px, 84dvh);' +
      'bottom:calc(1px + 2vh + 3vh);bottom:calc(1px + 2dvh + 3dvh)}' +
      '.c{height:100vh;height:100dvh;}',
  )
  expect(belowFloor(sheet)).toEqual([])
})
