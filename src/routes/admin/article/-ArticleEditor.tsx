import { Button } from '@fluentui/react-components'
import { Delete24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
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
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

const DeleteArticleDialog = lazy(() => import('#features/articles/DeleteArticleDialog.tsx'))

type Props = { latest: Schema<'Article'>; asOf: number; children: ReactNode }

/** Changes an article, or takes it away. */
export function ArticleEditor({ latest, asOf, children }: Props) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const offline = !useOnline()
  const { refetch } = useQuery(getArticle(latest.id))
  // What the form was opened with; a refresh must not change what is being typed.
  const [article, setArticle] = useState(latest)
  const [initial, setInitial] = useState(() => articleDraftOf(article))
  const [deleting, setDeleting] = useState(false)
  const edit = useMutation(editArticle)
  const form = useDraft(initial, checkArticleDraft)
  const positions = usePositions()
  const leave = () => void navigate({ to: '/admin/article', replace: true, ignoreBlocker: true })
  const theirs = edit.error?.status === 409 && latest.revision !== article.revision ? latest : null

  return (
    <FormPage
      wide
      title={article.title}
      back="/admin/article"
      asOf={asOf}
      actions={
        <Button
          appearance="subtle"
          icon={<Delete24Regular />}
          aria-label={t`Delete`}
          onClick={() => setDeleting(true)}
        />
      }
      action={t`Save`}
      pending={edit.isPending}
      offline={offline}
      problem={edit.error && i18n._(explain(edit.error, editArticleRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) =>
        edit.mutate(
          { articleId: article.id, body: toArticle(draft, article.revision) },
          { onSuccess: leave, onError: ({ status }) => status === 409 && void refetch() },
        ),
      )}
    >
      <ArticleForm form={form} />
      {children}
      {theirs && (
        <ChangedMeanwhile<ArticleDraft>
          names={{
            title: t`Title`,
            content: t`Text`,
            position: t`Who reads it`,
            category: t`Category`,
            order: t`Place in the list`,
            url: t`Outside address`,
          }}
          show={(name, draft) =>
            name === 'position'
              ? positions.find(({ value }) => value === draft.position)?.label
              : undefined
          }
          before={initial}
          theirs={articleDraftOf(theirs)}
          mine={form.draft}
          onTake={(draft) => {
            setArticle(theirs)
            setInitial(articleDraftOf(theirs))
            form.change(draft)
            edit.reset()
          }}
          onClose={edit.reset}
        />
      )}
      <Suspense>
        {deleting && (
          <DeleteArticleDialog
            article={article}
            onClose={() => setDeleting(false)}
            onDeleted={leave}
          />
        )}
      </Suspense>
    </FormPage>
  )
}
