import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { isCovered } from './closing.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Confirms before leaving a screen with unsaved changes; `when` is called at that moment. */
export function UnsavedChanges({ when }: { when: () => boolean }) {
  const { t } = useLingui()
  const leaving = useBlocker({
    // A sheet over the page closes first.
    shouldBlockFn: () => !isCovered() && when(),
    enableBeforeUnload: when,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      action={t`Leave`}
      destroys
      pending={false}
      onConfirm={leaving.proceed}
      onClose={leaving.reset}
    >
      <Trans>What you typed here has not been saved and will be lost.</Trans>
    </ConfirmDialog>
  )
}
