import { useEffect, useState } from 'react'
import { askStatus } from './visit.ts'

/**
 * Whether it is a visitor who opened this page, as the server sees it: a link for visitors must not
 * end the session of somebody who is logged in. Spec 2.
 */
export function useVisitor(): 'asking' | 'visitor' | 'loggedIn' {
  const [who, setWho] = useState<'asking' | 'visitor' | 'loggedIn'>('asking')
  useEffect(() => {
    askStatus().then(
      ({ status }) => setWho(status ? 'loggedIn' : 'visitor'),
      // The frame around this says that the server does not answer, and tries again.
      () => undefined,
    )
  }, [])
  return who
}
