import { Button } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'

/** The button above a form that opens the confirmation of a deletion. */
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
