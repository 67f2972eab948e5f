import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Heading } from '#ui/Heading.tsx'
import { useFormStyles } from './formStyles.ts'

/** Shown while sign-up is closed. */
export function SignUpClosed() {
  const styles = useFormStyles()
  return (
    <>
      <Heading>
        <Trans>Sign up</Trans>
      </Heading>
      <p className={styles.quiet}>
        <Trans>Sign-up is closed.</Trans>
      </p>
      <Link to="/home/login" className={styles.link}>
        <Trans>Log in</Trans>
      </Link>
    </>
  )
}
