import { expect, test } from 'vitest'
import {
  accountSettingDraftOf,
  checkAccountSettingDraft,
  toAccountSetting,
} from '#features/settings/accountDraft.ts'

test('the traffic of accounts is stored for 2 to 27 months, as long as can be where nothing is set', () => {
  const draft = accountSettingDraftOf({})
  expect(draft.historyMonths).toBe('27')
  const problem = (historyMonths: string) =>
    checkAccountSettingDraft({ ...draft, historyMonths }).historyMonths
  for (const months of ['', '1', '28', '2.5', 'x']) expect(problem(months)).toBeDefined()
  for (const months of ['2', '27', ' 12 ']) expect(problem(months)).toBeUndefined()
  expect(toAccountSetting({ ...draft, historyMonths: ' 12 ' }, {}).historyMonths).toBe(12)
})

test('the order in subscriptions names every carrier, also those a setting does not know yet', () => {
  const draft = accountSettingDraftOf({ carriers: ['shadowsocks'] })
  expect(draft.carriers).toHaveLength(5)
  expect(draft.carriers.slice(0, 2)).toEqual(['shadowsocks', 'trojan'])
  expect(toAccountSetting(draft, {}).carriers).toEqual(draft.carriers)
})
