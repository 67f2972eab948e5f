import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AreaScreen } from '#features/session/AreaScreen.tsx'
import { BESIDE } from '#ui/desktop.ts'
import { ListBeside } from '#ui/ListBeside.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useMedia } from '#ui/media.ts'

const AccountsBeside = lazy(() => import('./-AccountsBeside.tsx'))

export const Route = createFileRoute('/admin/account')({ component: AccountsArea })

/** The list of accounts; and one of them, beside the list where there is room. */
function AccountsArea() {
  const { t } = useLingui()
  const { accountId } = useParams({ strict: false })
  const hasRoom = useMedia(BESIDE)
  return (
    <ListBeside
      label={t`Accounts`}
      list={
        hasRoom &&
        accountId !== undefined && (
          <Suspense fallback={<Loading shape="rows" count={12} />}>
            <AccountsBeside open={Number(accountId)} />
          </Suspense>
        )
      }
    >
      {/* One that cannot be shown leaves the list beside it. */}
      <AreaScreen />
    </ListBeside>
  )
}
