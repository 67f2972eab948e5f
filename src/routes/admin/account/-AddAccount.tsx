import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import AddAccountSheet, { type Addition } from '#features/accounts/AddAccountSheet.tsx'
import { AddForUser } from './-AddForUser.tsx'

/** Adds an account, or something to a user, and shows what was added. */
export default function AddAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [what, setWhat] = useState<Addition>()
  if (what)
    return (
      <AddForUser
        what={what}
        onBack={() => setWhat(undefined)}
        onClose={onClose}
        onDone={(userId) => {
          onClose()
          void navigate({ to: '/admin/user/$userId', params: { userId: String(userId) } })
        }}
      />
    )
  return (
    <AddAccountSheet
      onClose={onClose}
      onForUser={setWhat}
      onCreated={(accountId) => {
        onClose()
        void navigate({
          to: '/admin/account/$accountId',
          params: { accountId },
          state: { added: true },
        })
      }}
    />
  )
}
