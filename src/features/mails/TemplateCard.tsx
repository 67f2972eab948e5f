import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Edit20Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { mailKinds } from './messages.ts'
import { getMailTemplate } from './operations.ts'

const TemplateSheet = lazy(() => import('./TemplateSheet.tsx'))

/** The text of one kind of mail, and the way to change it. */
export function TemplateCard({ type }: { type: Schema<'MailType'> }) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data: template } = useSuspenseQuery(getMailTemplate(type))
  const [editing, setEditing] = useState(false)
  const name = t(mailKinds[type])
  return (
    <Card
      title={name}
      actions={
        <Button
          appearance="subtle"
          icon={<Edit20Regular />}
          aria-label={t`Edit: ${name}`}
          onClick={() => setEditing(true)}
        />
      }
    >
      <span className={styles.subject}>{template.title}</span>
      <p className={styles.text}>{template.content}</p>
      {editing && (
        <Suspense>
          <TemplateSheet type={type} template={template} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  subject: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  text: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
})
