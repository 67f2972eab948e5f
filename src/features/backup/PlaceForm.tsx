import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useOnline } from '#device/online.ts'
import { useDraft } from '#ui/draft.ts'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkPlaceDraft, NO_PLACE, type PlaceDraft } from './placeDraft.ts'

type Props = { onReady: (draft: PlaceDraft) => void }

/** Asks where backups shall go: a folder of another disk, or a bucket. */
export function PlaceForm({ onReady }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const online = useOnline()
  const form = useDraft(NO_PLACE, checkPlaceDraft)
  return (
    <form noValidate className={styles.form} onSubmit={form.submit(onReady)}>
      <Segments
        wide
        label={t`Where backups go`}
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
          hint={t`On another disk: with its own the server would lose both.`}
          maxLength={900}
          {...form.field('folder')}
        />
      ) : (
        <BucketFields field={form.field} />
      )}
      <div>
        <Button type="submit" appearance="primary" disabledFocusable={!online}>
          <Trans>Try and use it</Trans>
        </Button>
      </div>
    </form>
  )
}

type Field = ReturnType<typeof useDraft<PlaceDraft>>['field']

function BucketFields({ field }: { field: Field }) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Address of the S3 service`}
        placeholder="https://s3.example.com"
        hint={t`Leave it empty for Amazon.`}
        inputMode="url"
        maxLength={500}
        {...field('endpoint')}
      />
      <TextField label={t`Bucket`} maxLength={100} {...field('bucket')} />
      <TextField
        label={t`Folder in the bucket`}
        hint={t`Leave it empty if there is none.`}
        maxLength={500}
        {...field('inBucket')}
      />
      <TextField label={t`Region`} placeholder="us-east-1" maxLength={100} {...field('region')} />
      <TextField label={t`Access key ID`} autoComplete="off" maxLength={200} {...field('keyId')} />
      <TextField
        label={t`Secret access key`}
        type="password"
        autoComplete="off"
        maxLength={500}
        {...field('secret')}
      />
    </>
  )
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '12px' },
})
