import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { Problem } from '#ui/Problem.tsx'
import { confirmBackupKeyRefusals } from './messages.ts'
import { confirmBackupKey } from './operations.ts'

/** Asks once per key whether a copy is stored elsewhere: with the disk it would be lost as well. */
export function KeyQuestion() {
  const { i18n } = useLingui()
  const online = useOnline()
  const confirming = useMutation(confirmBackupKey)
  return (
    <>
      <Problem intent="warning">
        <Trans>
          Nothing can be restored without the backup key. It is in the file backup.key on the
          server: keep a copy in another place.
        </Trans>
      </Problem>
      <div>
        <Button
          disabledFocusable={confirming.isPending || !online}
          onClick={() => confirming.mutate()}
        >
          <Trans>I keep a copy elsewhere</Trans>
        </Button>
      </div>
      {confirming.error && (
        <Problem>{i18n._(explain(confirming.error, confirmBackupKeyRefusals))}</Problem>
      )}
    </>
  )
}
