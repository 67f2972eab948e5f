import { Button, Field, Textarea } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { editUserCommentRefusals } from './messages.ts'
import { editUserComment } from './operations.ts'

type Props = { user: Pick<Schema<'Admin'>, 'id' | 'username' | 'comment'>; onClose: () => void }

/** Changes what the admins noted about a person. Spec 2. */
export default function CommentSheet({ user, onClose }: Props) {
  const { t, i18n } = useLingui()
  const edit = useMutation(editUserComment)
  const [comment, setComment] = useState(user.comment)
  return (
    <Sheet
      alert
      title={t`Comment`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!edit.isPending) edit.mutate({ userId: user.id, comment }, { onSuccess: onClose })
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={edit.isPending}>
            {edit.isPending ? <Trans>Saving…</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <Field label={t`Comment`} hint={t`Only admins read it. The search of users finds it.`}>
        <Textarea
          size="large"
          rows={4}
          maxLength={255}
          value={comment}
          onChange={(_event, { value }) => setComment(value)}
        />
      </Field>
      {edit.error && <Problem>{i18n._(explain(edit.error, editUserCommentRefusals))}</Problem>}
    </Sheet>
  )
}
