import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSubmit } from '#api/submit.ts'
import { explain } from '#api/refusals.ts'
import { Heading } from '#ui/Heading.tsx'
import { useFormStyles } from './formStyles.ts'
import { LogOutFirst } from './LogOutFirst.tsx'
import { visitReferralRefusals } from './messages.ts'
import { visitReferral } from './operations.ts'
import { ReferralForm } from './ReferralForm.tsx'
import { useVisitor } from './useVisitor.ts'

/** Longer codes there are none, characters. */
const MAX_LETTERS = 50

/** A code as an address writes it without quotes: one that reads as a number is one. */
const inAddress = (code: string) => (String(Number(code)) === code ? Number(code) : code)

/** The page behind an invitation: looks whether its code holds, and leads on to signing up. */
export function ReferralVisit({ code }: { code: string }) {
  const styles = useFormStyles()
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const who = useVisitor()
  const { error, run } = useSubmit(visitReferral)
  const [invalid, setInvalid] = useState(code.length > MAX_LETTERS)
  const visited = useRef(false)
  useEffect(() => {
    // Every call counts as a visit.
    if (who !== 'visitor' || visited.current || code.length > MAX_LETTERS) return
    visited.current = true
    void run(code, async ({ valid }) => {
      if (!valid) return setInvalid(true)
      await navigate({ to: '/home/signup', search: { ref: inAddress(code) }, replace: true })
    })
  }, [who, run, code, navigate])

  if (who === 'loggedIn') return <LogOutFirst />
  if (error)
    return <ReferralForm code={code} problem={i18n._(explain(error, visitReferralRefusals))} />
  if (invalid)
    return (
      <ReferralForm code={code} problem={t`This invitation code is unknown, or was used up.`} />
    )
  return (
    <>
      <Heading>
        <Trans>Invitation code</Trans>
      </Heading>
      <p role="status" className={styles.quiet}>
        <Trans>Checking the code…</Trans>
      </p>
    </>
  )
}
