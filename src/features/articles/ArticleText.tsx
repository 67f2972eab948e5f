import { makeStyles, tokens } from '@fluentui/react-components'
import { Open16Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Markdown } from '#ui/Markdown.tsx'
import { Moment } from '#ui/Moment.tsx'

/** The text of an article; its title is above, as the name of the page. */
export function ArticleText({ article }: { article: Schema<'Article'> }) {
  const styles = useStyles()
  const { category, content, url, time } = article
  return (
    <Card className={styles.card}>
      <p className={styles.quiet}>
        {category !== '' && <>{category} · </>}
        {time !== undefined && <Moment time={time} />}
      </p>
      <Markdown text={content} under={1} />
      {/^https?:\/\//.test(url) && (
        <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
          <Trans>Read more elsewhere</Trans> <Open16Regular />
        </a>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  card: { width: '100%' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
    overflowWrap: 'anywhere',
  },
})
