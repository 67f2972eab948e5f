import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { Problem } from '#ui/Problem.tsx'
import { FreshRows } from './FreshRows.tsx'
import { createImportRefusals } from './messages.ts'
import { createImport } from './operations.ts'
import { RefusedRows } from './RefusedRows.tsx'
import { listText } from '#rules/formats.ts'

type Props = {
  of: Schema<'ImportTable'>['of']
  file: { name: string; table: string }
  preview: Schema<'ImportPreview'>
  onStarted: (jobId: number) => void
}

/** What a table would do: how many rows, which, and why not the others; and the button that does it. */
export function ImportResult({ of, file, preview, onStarted }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const start = useMutation(createImport)
  const { fresh, refused, ignored, sample } = preview
  const { name, table } = file
  const unread = listText(ignored, i18n.locale)
  return (
    <>
      <Card title={name}>
        <dl className={styles.counts} role="status">
          <div>
            <dt className={styles.quiet}>{t`To be added`}</dt>
            <dd className={styles.figure}>{i18n.number(fresh)}</dd>
          </div>
          <div>
            <dt className={styles.quiet}>{t`Left as they are`}</dt>
            <dd className={styles.figure}>{i18n.number(refused.length)}</dd>
          </div>
        </dl>
        {ignored.length > 0 && (
          <p className={styles.quiet}>
            <Trans>Columns that are not read: {unread}</Trans>
          </p>
        )}
        {start.error && <Problem>{i18n._(explain(start.error, createImportRefusals))}</Problem>}
        {fresh > 0 ? (
          <Button
            appearance="primary"
            size="large"
            className={styles.start}
            disabledFocusable={start.isPending}
            onClick={() =>
              start.mutate({ of, table, expected: fresh }, { onSuccess: ({ id }) => onStarted(id) })
            }
          >
            {start.isPending
              ? t`Adding…`
              : {
                  user: t`${plural(fresh, { one: 'Add # user', other: 'Add # users' })}`,
                  account: t`${plural(fresh, { one: 'Add # account', other: 'Add # accounts' })}`,
                  plan: t`${plural(fresh, { one: 'Add # plan', other: 'Add # plans' })}`,
                }[of]}
          </Button>
        ) : (
          <Problem intent="info">
            <Trans>Nothing in this table can be added.</Trans>
          </Problem>
        )}
      </Card>
      {refused.length > 0 && <RefusedRows table={table} name={name} refused={refused} />}
      {sample.length > 0 && <FreshRows of={of} sample={sample} total={fresh} />}
    </>
  )
}

const useStyles = makeStyles({
  counts: { display: 'flex', gap: '32px', margin: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  figure: { ...typographyStyles.subtitle1, margin: 0, fontVariantNumeric: 'tabular-nums' },
  start: { minHeight: '48px', width: '100%', [DESKTOP]: { width: 'auto', alignSelf: 'flex-end' } },
})
