import { Button, makeStyles } from '@fluentui/react-components'
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Copyable } from './Copyable.tsx'

type Props = { text: string; label: string }

/** A masked secret: shown when tapped, copied without being shown. */
export function Hidden({ text, label }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <span className={styles.row} data-revealed={open || undefined}>
      <Copyable text={text} label={label} shown={open ? text : '••••••••'} />
      <Button
        appearance="subtle"
        icon={open ? <EyeOff20Regular /> : <Eye20Regular />}
        aria-label={open ? t`Hide ${label}` : t`Show ${label}`}
        onClick={() => setOpen(!open)}
      />
    </span>
  )
}

const useStyles = makeStyles({
  row: { display: 'inline-flex', alignItems: 'center', minWidth: 0, maxWidth: '100%' },
})
