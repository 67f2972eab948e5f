import { useEffect, useState } from 'react'
import { fetchStatus } from './visit.ts'

/**
 * Whether a visitor opened this page, according to the server: a link for visitors must not
 * end the session of a logged-in person. Spec 2.
 */
export function useVisitor(): 'checking' | 'visitor' | 'loggedIn' {
  const [who, setWho] = useState<'checking' | 'visitor' | 'loggedIn'>('checking')
  useEffect(() => {
    fetchStatus().then(
      ({ status }) => setWho(status ? 'loggedIn' : 'visitor'),
      // The frame around this shows that the server does not answer, and retries.
      () => undefined,
    )
  }, [])
  return who
}
