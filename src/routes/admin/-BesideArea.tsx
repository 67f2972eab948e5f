import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { BESIDE } from '#ui/desktop.ts'
import { ListBeside } from '#ui/ListBeside.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useMedia } from '#ui/media.ts'
import { AreaScreen } from '#features/session/AreaScreen.tsx'

type Props = {
  of: 'account' | 'user' | 'server'
  /** The list beside the one that is open. */
  List: ComponentType<{ open: number }>
}

/** The list of an area; and one of it, beside the list where there is room. */
export function BesideArea({ of, List }: Props) {
  const { t } = useLingui()
  const params = useParams({ strict: false })
  const open = params[`${of}Id`]
  const hasRoom = useMedia(BESIDE)
  return (
    <ListBeside
      label={{ account: t`Accounts`, user: t`Users`, server: t`Servers` }[of]}
      list={
        hasRoom &&
        open !== undefined && (
          <Suspense fallback={<Loading shape="rows" count={12} />}>
            <List open={Number(open)} />
          </Suspense>
        )
      }
    >
      {/* One that cannot be shown leaves the list beside it. */}
      <AreaScreen />
    </ListBeside>
  )
}
