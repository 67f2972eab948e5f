import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { SelectField } from '#ui/SelectField.tsx'
import { is2022 } from '#rules/ciphers2022.ts'
import { CIPHERS, EMBEDDED_CIPHERS, isWeakCipher, OWN_CIPHERS } from './ciphers.ts'

type Props = {
  /** Whether this machine is to speak it, which knows the sound ones only. */
  embedded: boolean
  value: string
  problem?: MessageDescriptor
  onChange: (method: string) => void
}

/** Chooses a server's cipher, and says which ones not to. Spec 9. */
export function CipherField({ embedded, value, problem, onChange }: Props) {
  const { t } = useLingui()
  const offered: readonly string[] = embedded ? OWN_CIPHERS : CIPHERS
  // A server from elsewhere may use one that is not on our list.
  const methods = offered.includes(value) ? offered : [value, ...offered]
  const [best] = EMBEDDED_CIPHERS
  const nameOf = (method: string) => {
    if (method === best) return t`${method} (recommended)`
    return isWeakCipher(method) ? t`${method} (weak)` : method
  }
  return (
    <SelectField
      label={t`Cipher`}
      value={value}
      problem={problem}
      hint={
        isWeakCipher(value)
          ? t`This cipher is weak: others can detect or change the traffic. Use one with gcm or poly1305.`
          : is2022(value)
            ? t`For newer apps, such as sing-box, Mihomo and Shadowrocket; other apps do not get this server. The clock of a device may be wrong by at most 30 seconds.`
            : undefined
      }
      choices={methods.map((method) => ({ value: method, label: nameOf(method) }))}
      onChange={onChange}
    />
  )
}
