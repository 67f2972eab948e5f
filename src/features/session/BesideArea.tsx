import { type ReactNode, Suspense } from 'react'
import { BESIDE } from '#ui/desktop.ts'
import { ListBeside } from '#ui/ListBeside.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useMedia } from '#ui/media.ts'
import { AreaScreen } from './AreaScreen.tsx'

type Props = {
  /** What the list is of. */
  label: string
  /** The list, where one of it is open. */
  list: ReactNode
}

/** The list of an area; and one of it, beside the list where there is room. */
export function BesideArea({ label, list }: Props) {
  const hasRoom = useMedia(BESIDE)
  return (
    <ListBeside
      label={label}
      list={
        hasRoom &&
        list && <Suspense fallback={<Loading shape="rows" count={12} />}>{list}</Suspense>
      }
    >
      {/* One that cannot be shown leaves the list beside it. */}
      <AreaScreen />
    </ListBeside>
  )
}
