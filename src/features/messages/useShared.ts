import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sharedWithMe } from '#device/shared.ts'
import { dropShared, type Shared } from '#device/sharedStore.ts'

/** What was shared to the console from another app; `take` gets it once. */
export function useShared(take: (shared: Shared) => void = () => {}) {
  const [shared, setShared] = useState<Shared>()
  const asked = useRef(false)
  const onFound = useEffectEvent((found: Shared) => {
    setShared(found)
    take(found)
  })
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void sharedWithMe().then((found) => found && onFound(found))
  }, [])
  return {
    shared,
    /** Once it is sent or discarded: it is deleted from this device. */
    drop() {
      if (!shared) return
      setShared(undefined)
      void dropShared()
    },
  }
}
