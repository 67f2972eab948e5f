import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type MutationOptions, useMutation } from '@tanstack/react-query'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { saveText } from '#ui/saveText.ts'
import { useShortcut } from '#ui/shortcut.ts'

type Props<Asked> = {
  /** What the file is called, before the day. */
  name: string
  operation: MutationOptions<string, ApiError, Asked>
  /** What the list shows. */
  asked: Asked
  /** Called with a sentence when it did not work, with nothing when it did. */
  onDone: (problem: string | undefined) => void
}

/** Downloads what a list shows as one table. */
export function ExportButton<Asked>({ name, operation, asked, onDone }: Props<Asked>) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { mutate, isPending } = useMutation(operation)
  const save = () =>
    mutate(asked, {
      onSuccess: (table) => {
        saveText(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, table)
        onDone(undefined)
      },
      onError: (error) => onDone(i18n._(explainLoad(error))),
    })
  useShortcut('d', isPending ? undefined : save)
  return (
    <Button
      size="large"
      className={styles.button}
      icon={<ArrowDownload20Regular />}
      aria-label={isPending ? t`Preparing the table…` : t`Download as a table`}
      aria-keyshortcuts="d"
      title={`${t`Download as a table`} (D)`}
      disabledFocusable={isPending}
      onClick={save}
    />
  )
}

const useStyles = makeStyles({
  // As large as the other tools of a list.
  button: { minWidth: '44px', minHeight: '44px' },
})
