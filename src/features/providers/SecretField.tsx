import { Button, Field, makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '#ui/TextField.tsx'

type Props = {
  label: string
  /** Whether one is stored on the server, which never returns it. */
  isStored: boolean
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  maxLength: number
}

/** A secret that can be entered and replaced, and never read again. */
export function SecretField({ isStored, ...props }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { label, value, problem, onChange } = props
  const [replacing, setReplacing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone; the field is next.
  useEffect(() => {
    if (replacing) place.current?.querySelector('input')?.focus()
  }, [replacing])
  if (isStored && !replacing && value === '' && !problem)
    return (
      <Field label={label}>
        <div className={styles.row}>
          <span className={styles.quiet}>
            <Trans>Kept on the server, not shown.</Trans>
          </span>
          <Button aria-label={t`Replace: ${label}`} onClick={() => setReplacing(true)}>
            <Trans>Replace</Trans>
          </Button>
        </div>
      </Field>
    )
  return (
    <div ref={place} className={styles.column}>
      <TextField {...props} type="password" autoComplete="off" />
      {isStored && (
        <Button
          appearance="subtle"
          className={styles.back}
          onClick={() => {
            setReplacing(false)
            onChange('')
          }}
        >
          <Trans>Keep the current one</Trans>
        </Button>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    '& > button': { minHeight: '44px' },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  column: { display: 'flex', flexDirection: 'column', gap: '4px' },
  back: { alignSelf: 'flex-start', minHeight: '44px' },
})
