import { Button } from '@fluentui/react-components'
import { ImageAdd24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'

type Props = { disabled: boolean; onAdd: (files: File[]) => void }

/** Chooses pictures for a message. */
export function PictureButton({ disabled, onAdd }: Props) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp"
        aria-label={t`Add pictures`}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <Button
        size="large"
        appearance="subtle"
        icon={<ImageAdd24Regular />}
        aria-label={t`Add pictures`}
        title={t`Add pictures`}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
