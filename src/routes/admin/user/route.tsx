import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AreaScreen } from '#features/session/AreaScreen.tsx'
import { activateArea } from '#locales/activate.ts'
import { BESIDE } from '#ui/desktop.ts'
import { ListBeside } from '#ui/ListBeside.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useMedia } from '#ui/media.ts'

const UsersBeside = lazy(() => import('./-UsersBeside.tsx'))

export const Route = createFileRoute('/admin/user')({
  beforeLoad: () => activateArea('users'),
  component: UsersArea,
})

/** The list of users; and one of them, beside the list where there is room. */
function UsersArea() {
  const { t } = useLingui()
  const { userId } = useParams({ strict: false })
  const hasRoom = useMedia(BESIDE)
  return (
    <ListBeside
      label={t`Users`}
      list={
        hasRoom &&
        userId !== undefined && (
          <Suspense fallback={<Loading shape="rows" count={12} />}>
            <UsersBeside open={Number(userId)} />
          </Suspense>
        )
      }
    >
      {/* One that cannot be shown leaves the list beside it. */}
      <AreaScreen />
    </ListBeside>
  )
}
