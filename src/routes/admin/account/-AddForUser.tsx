import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import type { Addition } from '#features/accounts/AddAccountSheet.tsx'
import { getUser, searchUsers } from '#features/users/operations.ts'
import { PickUser } from '#ui/PickUser.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'

const AddCodesDialog = lazy(() => import('#features/referrals/AddCodesDialog.tsx'))
const MacSheet = lazy(() => import('#features/macAccounts/MacSheet.tsx'))
const RedeemSheet = lazy(() => import('#features/giftcards/RedeemSheet.tsx'))

type Props = {
  what: Addition
  /** To what else can be added. */
  onBack: () => void
  onClose: () => void
  onDone: (userId: number) => void
}

/** Picks the user, then what to add for that user. Spec 4, add account. */
export function AddForUser({ what, onBack, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const [picked, setPicked] = useState<Schema<'UserName'>>()
  const { data: user, error } = useQuery({ ...getUser(picked?.id ?? 0), enabled: !!picked })
  const titles = { giftcard: t`Recharge code`, mac: t`MAC address`, refCode: t`Invitation code` }
  if (!picked || !user)
    return (
      <Sheet
        title={titles[what]}
        onClose={onClose}
        actions={
          <Button onClick={() => (picked ? setPicked(undefined) : onBack())}>
            <Trans>Back</Trans>
          </Button>
        }
      >
        {picked ? (
          error ? (
            <Problem>{i18n._(explainLoad(error))}</Problem>
          ) : (
            <Loading shape="rows" count={2} />
          )
        ) : (
          <PickUser
            label={t`User`}
            hint={t`Search by part of the email address.`}
            value={undefined}
            onChange={setPicked}
            search={searchUsers}
            explain={explainLoad}
          />
        )}
      </Sheet>
    )
  const end = { onClose, onDone: () => onDone(user.id) }
  return (
    <Suspense>
      {what === 'giftcard' && <RedeemSheet user={user} accounts={user.account} {...end} />}
      {what === 'mac' && <MacSheet userId={user.id} accounts={user.account} {...end} />}
      {what === 'refCode' && <AddCodesDialog userId={user.id} email={user.email} {...end} />}
    </Suspense>
  )
}
