import { Button } from '@fluentui/react-components'
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from './TextField.tsx'

type Props = {
  label: string
  value: string
  problem?: MessageDescriptor
  onChange: (value: string) => void
  hint?: string
  autoComplete: 'current-password' | 'new-password'
  maxLength?: number
}

/** A password, hidden unless the person wants to see what was typed. */
export function PasswordField(props: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const name = shown ? t`Hide the password` : t`Show the password`
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <Button
          appearance="transparent"
          icon={shown ? <EyeOff20Regular /> : <Eye20Regular />}
          aria-label={name}
          title={name}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
