import { useQuery } from '@tanstack/react-query'
import { isRemembered, presenceOf } from '#rules/presence.ts'
import { ConnectedLine } from '#ui/ConnectedLine.tsx'
import { countMyAccountIps } from './operations.ts'

type Props = {
  accountId: number
  lastConnect: number
  lastServer?: string | undefined
  now: number
}

/** Whether one of the caller's accounts is in use, from how many addresses, and where it was last. */
export default function InUseLine({ accountId, lastConnect, lastServer, now }: Props) {
  const { data } = useQuery({
    ...countMyAccountIps(accountId),
    // Servers remember addresses for as long only.
    enabled: isRemembered(presenceOf(lastConnect, now)),
  })
  return (
    <ConnectedLine lastConnect={lastConnect} addresses={data?.count ?? 0} now={now}>
      {lastServer !== undefined && lastConnect > 0 && <span>· {lastServer}</span>}
    </ConnectedLine>
  )
}
