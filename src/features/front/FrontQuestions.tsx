import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listArticles } from '#features/articles/operations.ts'
import { languageNow } from '#locales/activate.ts'
import { Card } from '#ui/Card.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'

/** How many are named; the help has them all. */
const MOST = 5

/** The first articles that everybody may read, the guides for devices left out. */
export function FrontQuestions() {
  const { t } = useLingui()
  const { data } = useInfiniteQuery(listArticles({ language: languageNow() }))
  const articles = data?.pages.flatMap((page) => page.data) ?? []
  const questions = articles.filter(({ guide }) => !guide || guide === 'trouble').slice(0, MOST)
  if (questions.length === 0) return null
  return (
    <Card title={t`Common questions`}>
      {questions.map(({ id, title }) => (
        <div key={id}>
          <MoreLink to="/help/$articleId" params={{ articleId: id }}>
            {title}
          </MoreLink>
        </div>
      ))}
    </Card>
  )
}
