import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { ArticleForm } from '#features/articles/ArticleForm.tsx'
import { checkArticleDraft, NEW_ARTICLE, toArticle } from '#features/articles/draft.ts'
import { createArticleRefusals } from '#features/articles/messages.ts'
import { createArticle } from '#features/articles/operations.ts'
import { useDraft } from '#ui/draft.ts'
import { FormPage } from '#ui/FormPage.tsx'

export const Route = createFileRoute('/admin/addArticle')({
  beforeLoad: ({ context }) => {
    if (!context.may('createArticle')) throw redirect({ to: '/admin/article', replace: true })
  },
  component: AddArticleScreen,
})

function AddArticleScreen() {
  const { t, i18n } = useLingui()
  const navigate = Route.useNavigate()
  const offline = !useOnline()
  const creation = useMutation(createArticle)
  const form = useDraft(NEW_ARTICLE, checkArticleDraft)
  return (
    <FormPage
      wide
      title={t`New article`}
      back="/admin/article"
      action={t`Publish`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createArticleRefusals))}
      unsaved={() => form.draft !== NEW_ARTICLE}
      onSubmit={form.submit((draft) =>
        creation.mutate(toArticle(draft), {
          onSuccess: () =>
            void navigate({ to: '/admin/article', replace: true, ignoreBlocker: true }),
        }),
      )}
    >
      <ArticleForm form={form} />
    </FormPage>
  )
}
