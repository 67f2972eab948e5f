import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Language } from '#locales/activate.ts'
import type { Change } from '#rules/search.ts'
import { SearchField } from '#ui/SearchField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { listArticleCategories } from './operations.ts'
import type { ArticleSearch } from './search.ts'

type Props = {
  search: ArticleSearch
  onChange: (change: Change<ArticleSearch>) => void
  /** Of the readers; without it categories of all languages are listed. */
  language?: Language
}

/** Finds articles by their words or their category. */
export function ArticleTools({ search, onChange, language }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data = [] } = useQuery(listArticleCategories('', language))
  const { category = '' } = search
  const categories = category === '' || data.includes(category) ? data : [category, ...data]
  return (
    <div className={styles.tools}>
      <SearchField
        label={t`Search articles`}
        placeholder={t`Words in title or text`}
        value={search.search ?? ''}
        onChange={(text) => onChange((before) => ({ ...before, search: text || undefined }))}
      />
      {categories.length > 0 && (
        <div className={styles.category}>
          <SelectField
            label={t`Category`}
            value={category}
            choices={[
              { value: '', label: t`All categories` },
              ...categories.map((one) => ({ value: one, label: one })),
            ]}
            onChange={(one) => onChange((before) => ({ ...before, category: one || undefined }))}
          />
        </div>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '12px' },
  category: { flex: '0 1 240px', minWidth: '160px', '& .fui-Select__select': { height: '44px' } },
})
