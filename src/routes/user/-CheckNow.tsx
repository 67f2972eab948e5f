import { Button, makeStyles } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'

const CheckSheet = lazy(() => import('./-CheckSheet.tsx'))

type Props = Omit<ComponentProps<typeof CheckSheet>, 'onClose'> & {
  /** One of several on a screen, each within its account's card. */
  quiet?: boolean
}

/** Opens the check for people who cannot connect. */
export function CheckNow({ quiet = false, ...props }: Props) {
  const may = useMay()
  const styles = useStyles()
  const [checking, setChecking] = useState(false)
  if (!may('watchMyAccount')) return null
  return (
    <>
      <Button
        size={quiet ? 'medium' : 'large'}
        appearance={quiet ? 'subtle' : 'secondary'}
        className={quiet ? styles.quiet : undefined}
        onClick={() => setChecking(true)}
      >
        <Trans>Cannot connect? Check now</Trans>
      </Button>
      {checking && (
        <Suspense>
          <CheckSheet {...props} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </>
  )
}

const useStyles = makeStyles({ quiet: { minHeight: '44px' } })
