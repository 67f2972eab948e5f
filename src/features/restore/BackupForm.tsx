import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { explain } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import type { useDraft } from '#ui/draft.ts'
import { ManualLink } from '#ui/ManualLink.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { type RestoreDraft, wantedOf } from './draft.ts'
import { fetchBackupRefusals } from './messages.ts'
import { fetchBackup } from './operations.ts'
import { useRestoreStyles } from './styles.ts'

type Props = {
  token: string
  form: ReturnType<typeof useDraft<RestoreDraft>>
  /** The server has begun to fetch. */
  onBegun: () => Promise<void>
}

/** Asks where the backup is, for its key, and for the moment. */
export function BackupForm({ token, form, onBegun }: Props) {
  const styles = useRestoreStyles()
  const { t, i18n } = useLingui()
  const fetching = useSubmit(fetchBackup)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.submit((draft) => void fetching.run(wantedOf(draft, token), onBegun))}
    >
      <Segments
        wide
        label={t`Where the backup is`}
        value={form.draft.kind}
        choices={[
          { value: 'folder', label: t`Folder` },
          { value: 'bucket', label: t`S3 bucket` },
        ]}
        onChange={(kind) => form.change({ kind })}
      />
      {form.draft.kind === 'folder' ? (
        <TextField
          label={t`Folder on this server`}
          placeholder="/mnt/disk/sluice"
          maxLength={900}
          {...form.field('folder')}
        />
      ) : (
        <>
          <TextField
            label={t`Address of the S3 service`}
            placeholder="https://s3.example.com"
            hint={t`Leave it empty for Amazon.`}
            inputMode="url"
            maxLength={500}
            {...form.field('endpoint')}
          />
          <TextField label={t`Bucket`} maxLength={100} {...form.field('bucket')} />
          <TextField
            label={t`Folder in the bucket`}
            hint={t`Leave it empty if there is none.`}
            maxLength={500}
            {...form.field('inBucket')}
          />
          <TextField
            label={t`Region`}
            placeholder="us-east-1"
            maxLength={100}
            {...form.field('region')}
          />
          <TextField
            label={t`Access key ID`}
            autoComplete="off"
            maxLength={200}
            {...form.field('keyId')}
          />
          <TextField
            label={t`Secret access key`}
            type="password"
            autoComplete="off"
            maxLength={500}
            {...form.field('secret')}
          />
        </>
      )}
      <TextField
        label={t`Backup key`}
        type="password"
        autoComplete="off"
        hint={t`The text of the file backup.key, of which you kept a copy.`}
        maxLength={100}
        {...form.field('key')}
      />
      <DateTimeField
        label={t`Point in time`}
        hint={t`On this device’s clock. Leave it empty for the latest state.`}
        {...form.field('at')}
      />
      {fetching.error && <Problem>{i18n._(explain(fetching.error, fetchBackupRefusals))}</Problem>}
      <Button type="submit" appearance="primary" size="large" disabledFocusable={fetching.pending}>
        <Trans>Open the backup</Trans>
      </Button>
      <ManualLink to="backups.html#get-it-back" />
    </form>
  )
}
