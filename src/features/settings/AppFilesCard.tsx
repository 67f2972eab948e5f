import { Button, Caption1, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { ArrowUpload20Regular, Delete20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { formatFlow } from '#rules/flow.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Problem } from '#ui/Problem.tsx'
import { removeAppFileRefusals } from './messages.ts'
import { listAppFiles, removeAppFile } from './operations.ts'
import { useAppFileUpload } from './useAppFileUpload.ts'

/** The files of apps that this server hands out to customers who cannot reach their makers. */
export function AppFilesCard() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { data } = useQuery(listAppFiles())
  const { upload, problem, isPending, begin, goOn, cancel } = useAppFileUpload()
  const remove = useMutation(removeAppFile)
  const [removing, setRemoving] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sent = upload ? upload.sent / upload.file.size : 0
  const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' })
  const { files = [], address = '' } = data ?? {}
  return (
    <Card title={t`Files on this server`}>
      <Caption1 className={styles.quiet}>
        <Trans>
          Apps that customers download from your site, for example where app stores are blocked.
          Anyone can download them. Enter the address above at the app.
        </Trans>
      </Caption1>
      {files.map(({ name, size, sha256 }) => (
        <div key={name} className={styles.file}>
          <div className={styles.facts}>
            <Copyable text={address + name} label={name} shown={name} />
            <Caption1 className={styles.quiet}>
              {formatFlow(size, i18n.locale)} · SHA-256 {sha256}
            </Caption1>
          </div>
          <Button
            appearance="subtle"
            icon={<Delete20Regular />}
            aria-label={t`Delete: ${name}`}
            onClick={() => setRemoving(name)}
          />
        </div>
      ))}
      {upload && (
        <div className={styles.facts}>
          <span>
            {upload.name} · {percent.format(sent)}
          </span>
          <ProgressBar value={sent} aria-label={upload.name} />
        </div>
      )}
      {problem && <Problem>{i18n._(problem)}</Problem>}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          accept=".apk,.exe,.msi,.dmg,.pkg,.zip,.deb,.rpm,.appimage,.gz,.xz,.ipk"
          aria-label={t`Add file`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) begin(file)
            // The same file may be chosen again.
            target.value = ''
          }}
        />
        {upload && problem && (
          <Button appearance="primary" disabledFocusable={!online} onClick={goOn}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {upload ? (
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <Button
            icon={<ArrowUpload20Regular />}
            disabledFocusable={isPending || !online}
            onClick={() => input.current?.click()}
          >
            <Trans>Add file</Trans>
          </Button>
        )}
      </div>
      {removing !== undefined && (
        <ConfirmDialog
          title={t`Delete ${removing}?`}
          action={t`Delete`}
          destroys
          pending={remove.isPending}
          problem={remove.error && i18n._(explain(remove.error, removeAppFileRefusals))}
          onConfirm={() => remove.mutate(removing, { onSuccess: () => setRemoving(undefined) })}
          onClose={() => {
            remove.reset()
            setRemoving(undefined)
          }}
        >
          <Trans>Links to it stop working. It cannot be undone.</Trans>
        </ConfirmDialog>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  file: {
    display: 'flex',
    alignItems: 'start',
    justifyContent: 'space-between',
    gap: '8px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  facts: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
