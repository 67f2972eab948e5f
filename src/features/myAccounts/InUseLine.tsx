import { useQuery } from '@tanstack/react-query'
import { useOffers } from '#api/offers.ts'
import { isRemembered, presenceOf } from '#rules/presence.ts'
import { ConnectedLine } from '#ui/ConnectedLine.tsx'
import { countMyAccountIps } from './operations.ts'

type Props = { accountId: number; lastConnect: number; now: number }

/** Whether one of the caller's accounts is in use, and from how many addresses. */
export default function InUseLine({ accountId, lastConnect, now }: Props) {
  const offers = useOffers()
  const { data } = useQuery({
    ...countMyAccountIps(accountId),
    // Servers remember addresses for as long only.
    enabled: isRemembered(presenceOf(lastConnect, now)) && offers('countMyAccountIps'),
  })
  return <ConnectedLine lastConnect={lastConnect} addresses={data?.count ?? 0} now={now} />
}
