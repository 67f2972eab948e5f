import { Trans } from '@lingui/react/macro'
import { LAST_WIREGUARD_PORT } from '#rules/ports.ts'
import type { WireGuardTunnel } from '#rules/wireguard.ts'
import { Problem } from '#ui/Problem.tsx'

type Props = { state: Exclude<WireGuardTunnel['state'], 'ready'>; port: number }

/** Why an account cannot connect by WireGuard. */
export function NoTunnel({ state, port }: Props) {
  const last = LAST_WIREGUARD_PORT
  return (
    <Problem intent="info">
      {state === 'noAddress' && (
        <Trans>
          Port {port} cannot be used with WireGuard: only ports up to {last} have an address there.
          The account needs a lower port.
        </Trans>
      )}
      {state === 'noKeys' && (
        <Trans>The keys of this account are not created yet. Try again later.</Trans>
      )}
      {state === 'notKept' && (
        <Trans>
          The private key of this account is not kept, so it cannot be shown again. “New key” under
          “WireGuard devices” shows a new one, once.
        </Trans>
      )}
      {state === 'noServer' && (
        <Trans>This server is not set up completely: its key, port or network is missing.</Trans>
      )}
    </Problem>
  )
}
