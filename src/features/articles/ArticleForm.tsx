import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Card } from '#ui/Card.tsx'
import { LANGUAGES } from '#locales/activate.ts'
import { languageNames } from '#locales/languageNames.ts'
import type { useDraft } from '#ui/draft.ts'
import { MarkdownField } from '#ui/MarkdownField.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CategoryField } from './CategoryField.tsx'
import { type ArticleDraft, MAX_ARTICLE_LETTERS } from './draft.ts'
import { usePositions } from './usePositions.ts'

type Props = { form: ReturnType<typeof useDraft<ArticleDraft>> }

/** What an article says, and where it is found. */
export function ArticleForm({ form }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { draft, field } = form
  const positions = usePositions(draft.position)
  return (
    <>
      <Card>
        <TextField label={t`Title`} maxLength={255} required {...field('title')} />
        <MarkdownField
          label={t`Text`}
          maxLength={MAX_ARTICLE_LETTERS}
          rows={16}
          {...field('content')}
        />
      </Card>
      <Card title={t`Shown in`}>
        <SelectField label={t`Visible to`} choices={positions} {...field('position')} />
        <div className={styles.pair}>
          <CategoryField {...field('category')} />
          <TextField label={t`Position`} hint={t`Lower ones come first.`} {...field('order')} />
        </div>
        <SelectField
          label={t`Readers`}
          choices={[
            { value: '', label: t`In every language` },
            ...LANGUAGES.map((value) => ({ value, label: languageNames[value] })),
          ]}
          {...field('language')}
        />
        <TextField
          label={t`External link`}
          type="url"
          inputMode="url"
          maxLength={2000}
          placeholder="https://"
          hint={t`Links the title there. Optional.`}
          {...field('url')}
        />
      </Card>
    </>
  )
}

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
    gap: '12px',
    alignItems: 'start',
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Input__input': { minWidth: 0, width: '100%' },
  },
})
