import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useBrand } from '#device/brand.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { checkTemplateDraft, templateDraftOf } from './draft.ts'
import { editMailTemplateRefusals, mailKinds } from './messages.ts'
import { editMailTemplate, getMailTemplate } from './operations.ts'

type Props = {
  type: Schema<'MailType'>
  template: Schema<'MailTemplate'>
  onClose: () => void
}

/** The placeholders of a template, with examples. Wire-contract facts: 8.1. */
const FILLED = {
  code: { placeholder: '${code}', example: '[ 123456 ]' },
  reset: {
    placeholder: '${address}',
    example: `${location.origin}/home/password/reset/0123456789abcdef`,
  },
  order: undefined,
} as const

/** Changes the subject and text of a mail, beside what it will look like. Spec 2. */
export default function TemplateSheet({ type, template, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const saving = useMutation(editMailTemplate)
  const { data: latest, refetch } = useSuspenseQuery(getMailTemplate(type))
  // What the sheet was opened with; a refresh must not change what is being typed.
  const [opened, setOpened] = useState(template)
  const form = useDraft(templateDraftOf(opened), checkTemplateDraft)
  const theirs =
    saving.error?.status === 409 && latest.revision !== opened.revision ? latest : undefined
  const area = useRef<HTMLTextAreaElement>(null)
  const { value, problem, onChange } = form.field('content')
  const filled = FILLED[type]
  const placeholder = filled?.placeholder ?? ''
  const whole = filled && !value.includes(placeholder) ? `${value}\n${placeholder}` : value
  const preview = filled ? whole.replaceAll(placeholder, () => filled.example) : value

  const site = useBrand().name
  const named = (text: string) => text.replaceAll('${site}', () => site)

  const insert = () => {
    const at = area.current?.selectionStart ?? value.length
    const to = area.current?.selectionEnd ?? at
    onChange(value.slice(0, at) + placeholder + value.slice(to))
    area.current?.focus()
  }

  return (
    <Sheet
      alert
      wide
      title={t(mailKinds[type])}
      onClose={onClose}
      onSubmit={form.submit(({ title, content }) => {
        if (saving.isPending) return
        saving.mutate(
          { type, title: title.trim(), content, revision: opened.revision },
          { onSuccess: onClose, onError: ({ status }) => status === 409 && void refetch() },
        )
      })}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={saving.isPending}>
            {saving.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <TextField label={t`Subject`} maxLength={255} {...form.field('title')} />
      <Field
        label={t`Text`}
        validationMessage={problem && i18n._(problem)}
        validationState={problem ? 'error' : 'none'}
      >
        <Textarea
          ref={area}
          size="large"
          rows={8}
          maxLength={16_384}
          resize="vertical"
          value={value}
          onChange={(_event, data) => onChange(data.value)}
        />
      </Field>
      {filled && (
        <div className={styles.placeholder}>
          <Button size="small" onClick={insert}>
            <Trans>Insert {placeholder}</Trans>
          </Button>
          <span className={styles.quiet}>
            {type === 'code' ? (
              <Trans>The sign-up code. Without it the code follows on a line of its own.</Trans>
            ) : (
              <Trans>The reset link. Without it the link follows on a line of its own.</Trans>
            )}
          </span>
        </div>
      )}
      <section aria-label={t`Preview`} className={styles.preview}>
        <strong>{named(form.draft.title)}</strong>
        <p className={styles.text}>{named(preview)}</p>
      </section>
      {saving.error && <Problem>{i18n._(explain(saving.error, editMailTemplateRefusals))}</Problem>}
      {theirs && (
        <ChangedMeanwhile
          names={{ title: t`Subject`, content: t`Text` }}
          before={templateDraftOf(opened)}
          theirs={templateDraftOf(theirs)}
          mine={form.draft}
          onTake={(draft) => {
            setOpened(theirs)
            form.change(draft)
            saving.reset()
          }}
          onClose={saving.reset}
        />
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  placeholder: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  preview: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    overflowWrap: 'anywhere',
  },
  text: { margin: '8px 0 0', whiteSpace: 'pre-wrap' },
})
