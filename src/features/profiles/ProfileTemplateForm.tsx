import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { Problem } from '#ui/Problem.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { editProfileTemplateRefusals, previewProfileTemplateRefusals } from './messages.ts'
import { editProfileTemplate, getProfileTemplate, previewProfileTemplate } from './operations.ts'
import { ProfilePreview } from './ProfilePreview.tsx'

/** The template of an app's profiles, checked and shown before it is saved. */
export function ProfileTemplateForm({ app }: { app: Schema<'ProfileApp'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const { data: latest, refetch } = useSuspenseQuery(getProfileTemplate(app))
  const [first] = useState({ text: latest.content || latest.standard, revision: latest.revision })
  const [saved, setSaved] = useState(first)
  const [text, setText] = useState(saved.text)
  const [resetting, setResetting] = useState(false)
  const saving = useMutation(editProfileTemplate)
  const previewing = useMutation(previewProfileTemplate)
  const { standard } = latest
  const isSaved = text === saved.text
  // The standard profile is stored as none, so that it follows later versions.
  const content = text === standard ? '' : text
  const theirs =
    saving.error?.status === 409 && latest.revision !== saved.revision
      ? latest.content || standard
      : undefined
  const preview = () => previewing.mutate({ app, content: text })
  const servers = '{servers}'
  const some = '{servers:Tokyo,Osaka}'

  return (
    <form
      className={styles.form}
      aria-label={app === 'mihomo' ? 'Mihomo' : 'sing-box'}
      onSubmit={(event) => {
        event.preventDefault()
        if (saving.isPending || !online) return
        saving.mutate(
          { app, content, revision: saved.revision },
          {
            onSuccess: ({ revision }) => setSaved({ text, revision }),
            onError: ({ status }) => {
              if (status === 409) void refetch()
              else if (status === 403) preview()
            },
          },
        )
      }}
    >
      <div className={styles.column}>
        <p className={styles.hint}>
          <Trans>
            {servers} in the list of a group stands for the customer’s servers, {some} for those
            with one of these words in their name.
          </Trans>{' '}
          {app === 'mihomo' ? (
            <Trans>
              For Mihomo and apps built on it. Older Clash apps get the standard profile.
            </Trans>
          ) : (
            <Trans>For sing-box 1.12 and later. Older versions get the standard profile.</Trans>
          )}
        </p>
        <Field label={t`Template`}>
          <Textarea
            rows={24}
            resize="vertical"
            spellCheck={false}
            maxLength={65_536}
            textarea={{ className: styles.code, wrap: 'off' }}
            value={text}
            onChange={(_event, { value }) => setText(value)}
          />
        </Field>
        {saving.error && !theirs && (
          <Problem>{i18n._(explain(saving.error, editProfileTemplateRefusals))}</Problem>
        )}
        {saving.isSuccess && isSaved && (
          <Problem intent="success">
            <Trans>Saved. Apps get the new profile with their next update.</Trans>
          </Problem>
        )}
        <div className={styles.actions}>
          <Button
            appearance="transparent"
            disabled={text === standard}
            onClick={() => setResetting(true)}
          >
            <Trans>Standard profile</Trans>
          </Button>
          <Button disabledFocusable={previewing.isPending || !online} onClick={preview}>
            <Trans>Check and preview</Trans>
          </Button>
          <Button
            type="submit"
            appearance="primary"
            disabledFocusable={saving.isPending || !online}
            title={online ? undefined : t`There is no network. What you typed stays here.`}
          >
            {saving.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      </div>
      <div className={styles.column} aria-live="polite">
        {previewing.error && (
          <Problem>{i18n._(explain(previewing.error, previewProfileTemplateRefusals))}</Problem>
        )}
        {previewing.data && previewing.variables.content === text && (
          <ProfilePreview preview={previewing.data} />
        )}
      </div>
      {resetting && (
        <ConfirmDialog
          title={t`Start from the standard profile?`}
          action={t`Replace`}
          destroys
          pending={false}
          onConfirm={() => {
            setText(standard)
            setResetting(false)
          }}
          onClose={() => setResetting(false)}
        >
          <Trans>It replaces what is in the field. Nothing is saved until you save it.</Trans>
        </ConfirmDialog>
      )}
      {theirs !== undefined && (
        <ChangedMeanwhile
          names={{ text: t`Template` }}
          before={{ text: saved.text }}
          theirs={{ text: theirs }}
          mine={{ text }}
          onTake={(taken) => {
            setSaved({ text: theirs, revision: latest.revision })
            setText(taken.text)
            saving.reset()
          }}
          onClose={saving.reset}
        />
      )}
      <UnsavedChanges when={() => !isSaved} />
    </form>
  )
}

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gap: '16px',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [DESKTOP]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', alignItems: 'start' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px' },
  hint: { margin: 0, color: tokens.colorNeutralForeground2 },
  code: {
    maxHeight: 'none',
    whiteSpace: 'pre',
    overflowX: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' },
})
