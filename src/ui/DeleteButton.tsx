import { Button } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'

/** The action above a form that asks whether what is edited shall go. */
export function DeleteButton({ onClick }: { onClick: () => void }) {
  const { t } = useLingui()
  return (
    <Button
      appearance="subtle"
      icon={<Delete24Regular />}
      aria-label={t`Delete`}
      onClick={onClick}
    />
  )
}
