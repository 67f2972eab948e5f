import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { NODE_JOIN_REFRESH_MS } from '#rules/timing.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { upgradeNodeRefusals } from './messages.ts'
import { listNodes, upgradeNode } from './operations.ts'

type Props = { node: Schema<'Node'>; onClose: () => void }

/** Has a machine take the current agent after asking, and says when it is back. */
export default function UpgradeNodeDialog({ node, onClose }: Props) {
  const { t, i18n } = useLingui()
  const upgrade = useMutation(upgradeNode)
  const [before] = useState(node.version)
  const { isSuccess } = upgrade
  const { data } = useQuery({
    ...listNodes(),
    ...(isSuccess && { refetchInterval: NODE_JOIN_REFRESH_MS }),
  })
  const now = data?.find(({ id }) => id === node.id)
  const version = now?.version ?? before
  const isBack = isSuccess && now?.isLinked && version !== before
  return (
    <ConfirmDialog
      title={t`Upgrade the agent?`}
      action={isSuccess ? t`Done` : t`Upgrade`}
      pending={upgrade.isPending}
      problem={upgrade.error && i18n._(explain(upgrade.error, upgradeNodeRefusals))}
      onConfirm={() => (isSuccess ? onClose() : upgrade.mutate(node.id))}
      onClose={onClose}
    >
      <p>
        <Trans>
          The machine fetches the agent of this console and restarts with it. Open connections
          continue.
        </Trans>
      </p>
      {isSuccess && (
        <Problem intent={isBack ? 'success' : 'info'}>
          {isBack ? (
            <Trans>It is back with version {version}.</Trans>
          ) : (
            <Trans>
              In progress. The version changes once it is back; it stays {before} if that was
              already current.
            </Trans>
          )}
        </Problem>
      )}
    </ConfirmDialog>
  )
}
