import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { languageNow } from '#locales/activate.ts'
import { Markdown } from '#ui/Markdown.tsx'
import { listGuides } from './operations.ts'

type Props = { topic: Schema<'GuideTopic'> }

/** The guide to a topic in the reader's language; nothing where the operator has none. */
export default function GuideText({ topic }: Props) {
  const styles = useStyles()
  // Another language has other guides.
  useLingui()
  const language = languageNow()
  const { data } = useQuery(listGuides(language))
  // Text the operator wrote for all languages is shown with the text for the reader's language.
  const guide = data?.find((one) => one.guide === topic)
  if (!guide) return null
  return (
    <section aria-label={guide.title} className={styles.guide}>
      <Markdown text={guide.content} under={3} />
    </section>
  )
}

const useStyles = makeStyles({
  guide: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
})
