import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular, Dismiss16Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { explain } from '#api/refusals.ts'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'
import { ScreenReaderText } from '#ui/ScreenReaderText.tsx'
import { setTagsRefusals } from './messages.ts'
import { listTags, setTags } from './operations.ts'

const MAX_LETTERS = 50

/** The tags of a server, and the way to add and remove them. */
export function TagsCard({ serverId, tags }: { serverId: number; tags: readonly string[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const change = useMutation(setTags)
  const [typed, setTyped] = useState('')
  const id = useId()
  const used = useQuery(listTags())
  const known = [...new Set(['#hide', '#pause', ...(used.data ?? [])])].filter(
    (tag) => !tags.includes(tag),
  )
  const tag = typed.trim()
  const problem = tags.includes(tag) ? t`The server has this tag already.` : undefined
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (tag === '' || problem) return
    change.mutate({ serverId, tags: [...tags, tag] }, { onSuccess: () => setTyped('') })
  }

  return (
    <Card title={t`Tags`}>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t`Tags`}>
          {tags.map((name) => (
            <li key={name} className={styles.tag}>
              {name}
              <Button
                appearance="transparent"
                size="small"
                className={styles.remove}
                icon={<Dismiss16Regular />}
                aria-label={t`Remove the tag ${name}`}
                disabledFocusable={change.isPending}
                onClick={() =>
                  change.mutate({ serverId, tags: tags.filter((other) => other !== name) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <form noValidate className={styles.form} onSubmit={add}>
        <div className={styles.field}>
          <Field
            label={t`New tag`}
            hint={t`#hide hides the server from customers, #pause stops checking accounts on it. Anything else is a label.`}
            validationMessage={problem}
            validationState={problem ? 'error' : 'none'}
          >
            <Input
              size="large"
              value={typed}
              maxLength={MAX_LETTERS}
              list={id}
              autoComplete="off"
              contentAfter={
                <Button
                  type="submit"
                  appearance="subtle"
                  icon={<Add20Regular />}
                  aria-label={t`Add the tag`}
                  disabledFocusable={tag === '' || change.isPending}
                />
              }
              onChange={(_event, { value }) => setTyped(value)}
            />
          </Field>
          <datalist id={id}>
            {known.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      </form>
      {change.error && <Problem>{i18n._(explain(change.error, setTagsRefusals))}</Problem>}
      <ScreenReaderText role="status">
        {change.isSuccess && <Trans>Tags saved</Trans>}
      </ScreenReaderText>
    </Card>
  )
}

const useStyles = makeStyles({
  tags: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  tag: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    paddingInlineStart: '12px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  remove: { minWidth: '36px', minHeight: '36px' },
  form: { display: 'flex' },
  field: { flexGrow: 1 },
})
