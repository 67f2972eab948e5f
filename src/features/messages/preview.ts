import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

type Latest = Pick<Schema<'Conversation'>, 'content' | 'from' | 'pictures'>

/** The latest message of a conversation in one line; pictures without a text are named. */
export function usePreview({ content: text, from, pictures = 0 }: Latest): string {
  const { t } = useLingui()
  const named =
    pictures > 0
      ? t`${plural(pictures, { one: '# picture', other: '# pictures' })}`
      : t`Picture deleted`
  const content = text === '' ? named : text
  return from === 'admin' ? t`You: ${content}` : content
}
