import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { ArticleForm } from '#features/articles/ArticleForm.tsx'
import {
  type ArticleDraft,
  articleDraftOf,
  checkArticleDraft,
  toArticle,
} from '#features/articles/draft.ts'
import { editArticleRefusals } from '#features/articles/messages.ts'
import { editArticle, getArticle } from '#features/articles/operations.ts'
import { usePositions } from '#features/articles/usePositions.ts'
import { ChangedMeanwhile } from '#ui/ChangedMeanwhile.tsx'
import { DeleteButton } from '#ui/DeleteButton.tsx'
import { useConcurrentEdit } from '#ui/concurrentEdit.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteArticleDialog = lazy(() => import('#features/articles/DeleteArticleDialog.tsx'))

type Props = { latest: Schema<'Article'>; asOf: number; children: ReactNode }

/** Edits an article, or deletes it. */
export function ArticleEditor({ latest, asOf, children }: Props) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const offline = !useOnline()
  const { refetch } = useQuery(getArticle(latest.id))
  const [deleting, setDeleting] = useState(false)
  const positions = usePositions()
  const leave = (startedJob?: number) =>
    void navigate({
      to: '/admin/article',
      replace: true,
      ignoreBlocker: true,
      state: { startedJob },
    })
  const { opened, form, conflict, error, pending, unsaved, onSubmit } = useConcurrentEdit({
    latest,
    refetch,
    draftOf: articleDraftOf,
    check: checkArticleDraft,
    save: editArticle,
    toVariables: (draft, { id, revision }) => ({
      articleId: id,
      body: toArticle(draft, revision),
    }),
    onSaved: () => leave(),
  })

  return (
    <FormPage
      wide
      title={opened.title}
      back="/admin/article"
      asOf={asOf}
      actions={<DeleteButton onClick={() => setDeleting(true)} />}
      action={t`Save`}
      problem={error && i18n._(explain(error, editArticleRefusals))}
      {...{ pending, offline, unsaved, onSubmit }}
    >
      <ArticleForm form={form} />
      {children}
      {conflict && (
        <ChangedMeanwhile<ArticleDraft>
          names={{
            title: t`Title`,
            content: t`Text`,
            position: t`Visible to`,
            category: t`Category`,
            order: t`Position`,
            url: t`External link`,
          }}
          show={(name, draft) =>
            name === 'position'
              ? positions.find(({ value }) => value === draft.position)?.label
              : undefined
          }
          {...conflict}
        />
      )}
      <Suspense>
        {deleting && (
          <DeleteArticleDialog
            article={opened}
            onClose={() => setDeleting(false)}
            onDeleted={leave}
          />
        )}
      </Suspense>
    </FormPage>
  )
}
