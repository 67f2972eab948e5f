import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Props = { className: string; children: ReactNode }

/** The names of a list's columns; which of them sorts the list is said to screen readers, too. */
export function Columns({ className, children }: Props) {
  const { t } = useLingui()
  return (
    <div role="table" aria-label={t`Columns`}>
      <div role="row" className={className}>
        {children}
      </div>
    </div>
  )
}
