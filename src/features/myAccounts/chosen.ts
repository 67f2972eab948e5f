import { useState } from 'react'

/** Which account a person looked at last on this device, and which server for each account. */
type Chosen = { account?: number; servers?: Record<string, number> }

const KEY = 'sluice.chosen'

/** The account and servers chosen on this device, and how to choose others. */
export function useChosen() {
  const [chosen, setChosen] = useState(read)
  const keep = (next: Chosen) => {
    setChosen(next)
    try {
      localStorage.setItem(KEY, JSON.stringify(next))
    } catch {
      // Without storage the choice lasts as long as the screen.
    }
  }
  return {
    account: chosen.account,
    server: (accountId: number) => chosen.servers?.[accountId],
    chooseAccount: (account: number) => keep({ ...chosen, account }),
    chooseServer: (accountId: number, server: number) =>
      keep({ ...chosen, servers: { ...chosen.servers, [accountId]: server } }),
  }
}

function read(): Chosen {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}
