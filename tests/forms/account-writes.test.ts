import { expect, test } from 'vitest'
import { outdated } from '#contract/outdated'
import {
  adjustAccountTime,
  banAccount,
  changeAccountPort,
  createAccount,
  deleteAccount,
  editAccount,
  resetAccountFlow,
} from '#features/accounts/operations.ts'

const SHOWN = ['listAccounts', 'listAllAccounts', 'getUser']

// Where accounts are shown: the list, the page of one, the page of its owner.
test.each([
  [createAccount, [...SHOWN, 'listUnassignedAccounts', 'listUsers']],
  [editAccount, [...SHOWN, 'getAccount']],
  [adjustAccountTime, [...SHOWN, 'getAccount']],
  [changeAccountPort, [...SHOWN, 'getAccount']],
  [resetAccountFlow, ['listAccounts', 'getUser', 'getAccount', 'getAccountFlow']],
  [banAccount, [...SHOWN, 'getAccount', 'getAccountBan']],
  [deleteAccount, [...SHOWN, 'listUnassignedAccounts', 'listUsers']],
])('$0.mutationKey outdates every answer that shows what it changed', ({ mutationKey }, shown) => {
  const [id] = mutationKey ?? []
  expect(outdated[id as keyof typeof outdated]).toEqual(expect.arrayContaining(shown))
})
