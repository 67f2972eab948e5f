import { Button, Caption1, makeStyles, ProgressBar, tokens } from '@fluentui/react-components'
import { ArrowUpload20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useOnline } from '#device/online.ts'
import { Problem } from '#ui/Problem.tsx'
import { type Sending, useReleaseUpload } from './useReleaseUpload.ts'

/** Takes the files of a release from this device. */
export function ReleaseUpload() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const input = useRef<HTMLInputElement>(null)
  const { sending, problem, begin, goOn, cancel } = useReleaseUpload()
  return (
    <>
      {sending && <Sent sending={sending} />}
      {problem && <Problem>{i18n._(problem)}</Problem>}
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t`Upload a release`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            if (files.length > 0) begin(files)
            // The same files may be chosen again.
            target.value = ''
          }}
        />
        {sending && problem && (
          <Button appearance="primary" disabledFocusable={!online} onClick={goOn}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {sending ? (
          <Button onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <Button
            icon={<ArrowUpload20Regular />}
            disabledFocusable={!online}
            onClick={() => input.current?.click()}
          >
            <Trans>Upload a release</Trans>
          </Button>
        )}
      </div>
      <Caption1 className={styles.quiet}>
        <Trans>
          Choose three files together: the package or archive, SHA256SUMS and SHA256SUMS.minisig.
        </Trans>
      </Caption1>
    </>
  )
}

function Sent({ sending: { files, at, sent } }: { sending: Sending }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const { name, size } = files[at]!
  const share = sent / size
  return (
    <div className={styles.sending}>
      <span>
        {name} · {new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(share)}
      </span>
      <ProgressBar value={share} aria-label={name} />
    </div>
  )
}

const useStyles = makeStyles({
  sending: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  quiet: { color: tokens.colorNeutralForeground2 },
})
