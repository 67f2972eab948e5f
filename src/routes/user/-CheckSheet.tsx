import { useNavigate } from '@tanstack/react-router'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { useOutbox } from '#features/messages/outbox.ts'
import { WatchSheet } from '#features/watch/lazy.ts'

type Props = {
  account: Schema<'Account'>
  /** Shows how to import the account into an app, on this server if one is given. */
  onConnect: (serverId?: number) => void
  onRenew: (() => void) | undefined
  onClose: () => void
}

/** What prevents a customer from connecting, with the ways to repair it. */
export default function CheckSheet({ account, onConnect, onRenew, onClose }: Props) {
  const navigate = useNavigate()
  const may = useMay()
  const { send } = useOutbox(null)
  const renew = onRenew && (() => instead(onRenew))
  return (
    <WatchSheet
      account={account}
      remedies={{ renew, import: (serverId) => instead(() => onConnect(serverId)) }}
      onSupport={may('sendMyMessage') ? toSupport : undefined}
      onClose={onClose}
    />
  )

  function instead(open: () => void) {
    onClose()
    open()
  }

  function toSupport(text: string) {
    onClose()
    send(text)
    void navigate({ to: '/user/message' })
  }
}
