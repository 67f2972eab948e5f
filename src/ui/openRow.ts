import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

type Options = {
  /** Where the open row is in the list; -1 where it is not, or nothing is open. */
  at: number
  /** What is open, by its key. */
  open: string | undefined
  scrollToIndex: (index: number) => void
  /** Makes a row the one stop for the keyboard. */
  onStop: (index: number) => void
  /** Takes the focus to a row, where somebody is in the list already. */
  onFollow: (index: number) => void
}

/** Keeps the row in view whose screen is open beside its list. */
export function useOpenRow({ at, open, scrollToIndex, onStop, onFollow }: Options) {
  const router = useRouter()
  useEffect(() => {
    if (at < 0) return undefined
    onStop(at)
    scrollToIndex(at)
    // A focus that is in the list goes along; one that is elsewhere stays there.
    onFollow(at)
    // The router sets everything that scrolls back to where it was before.
    const stop = router.subscribe('onRendered', () => {
      stop()
      scrollToIndex(at)
    })
    return stop
    // A row that moves because of what others do is not followed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [scrollToIndex, open, at >= 0])
}
