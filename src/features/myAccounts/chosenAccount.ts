import { useState } from 'react'
import { remember, remembered } from '#device/remembered.ts'

/** Which account a person looked at last on this device, and which server for each account. */
type Chosen = { account?: number; servers?: Record<string, number> }

const NAME = 'chosen'

/** The account and servers chosen on this device, and how to choose others. */
export function useChosenAccount() {
  const [chosen, setChosen] = useState(() => remembered<Chosen>(NAME, 'always') ?? {})
  const update = (next: Chosen) => {
    setChosen(next)
    remember(NAME, 'always', next)
  }
  return {
    account: chosen.account,
    server: (accountId: number) => chosen.servers?.[accountId],
    chooseAccount: (account: number) => update({ ...chosen, account }),
    chooseServer: (accountId: number, server: number) =>
      update({ ...chosen, servers: { ...chosen.servers, [accountId]: server } }),
  }
}
