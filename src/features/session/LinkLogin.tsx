import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ApiError } from '#api/client.ts'
import { useSubmit } from '#api/submit.ts'
import { Heading } from '#ui/Heading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useFormStyles } from './formStyles.ts'
import { LogOutFirst } from './LogOutFirst.tsx'
import { useVisitor } from './useVisitor.ts'
import { fetchOwnStatus } from './visit.ts'

type Props = {
  title: string
  /** What the link holds. */
  secret: string
  logIn: (secret: string) => Promise<unknown>
  explainRefusal: (error: ApiError) => MessageDescriptor
}

/** Logs in with nothing but a link, as soon as it is opened. */
export function LinkLogin({ title, secret, logIn, explainRefusal }: Props) {
  const styles = useFormStyles()
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const who = useVisitor()
  const { error, run } = useSubmit(logIn)
  const started = useRef(false)
  useEffect(() => {
    // A link works once: it must not be tried again when the screen is drawn again.
    if (who !== 'visitor' || started.current) return
    started.current = true
    void run(secret, async () => {
      await fetchOwnStatus()
      await navigate({ to: '/user/index', replace: true })
    })
  }, [who, run, secret, navigate])

  if (who === 'loggedIn') return <LogOutFirst />
  return (
    <>
      <Heading>{title}</Heading>
      {error ? (
        <>
          <Problem>{i18n._(explainRefusal(error))}</Problem>
          <Link to="/home/login" className={styles.link}>
            <Trans>Log in with email and password</Trans>
          </Link>
        </>
      ) : (
        <p role="status" className={styles.quiet}>
          <Trans>Logging in…</Trans>
        </p>
      )}
    </>
  )
}
