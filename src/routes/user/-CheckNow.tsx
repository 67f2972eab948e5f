import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Offered } from '#api/Offered.tsx'

const CheckSheet = lazy(() => import('./-CheckSheet.tsx'))

type Props = Omit<ComponentProps<typeof CheckSheet>, 'onClose'>

/** Opens the check for people who cannot connect. */
export function CheckNow(props: Props) {
  const [checking, setChecking] = useState(false)
  return (
    <Offered by="watchMyAccount">
      <Button size="large" onClick={() => setChecking(true)}>
        <Trans>Cannot connect? Check now</Trans>
      </Button>
      {checking && (
        <Suspense>
          <CheckSheet {...props} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </Offered>
  )
}
