import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useWaiting } from '#device/unsentMessages.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { logOut } from './logOut.ts'

/** Confirms before a logout deletes unsent messages. */
export default function LogOutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [pending, setPending] = useState(false)
  const { length } = useWaiting()
  return (
    <ConfirmDialog
      title={t`Log out anyway?`}
      action={t`Log out`}
      destroys
      pending={pending}
      onConfirm={() => {
        setPending(true)
        void logOut()
      }}
      onClose={onClose}
    >
      {length > 0 ? (
        <Plural
          value={length}
          one="# message has not been sent yet and would be lost."
          other="# messages have not been sent yet and would be lost."
        />
      ) : (
        <Trans>Your messages have now been sent.</Trans>
      )}
    </ConfirmDialog>
  )
}
