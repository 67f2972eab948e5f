import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'

type Props<Draft extends object> = Omit<
  ComponentProps<typeof ChangedMeanwhile<Draft>>,
  'unseen' | 'savesItself'
>

/** The provider's settings were changed elsewhere meanwhile. */
export function ProviderConflict<Draft extends object>(props: Props<Draft>) {
  const { t } = useLingui()
  return (
    <ChangedMeanwhile
      {...props}
      unseen={t`They saved another key or secret, which is shown to no one. One that you typed replaces it when merged.`}
    />
  )
}
