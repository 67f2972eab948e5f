import { makeStyles, tokens } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { CheckList } from '#ui/CheckList.tsx'

type Props = {
  notices: readonly Schema<'Notice'>[]
  value: readonly number[]
  onChange: (notices: readonly number[]) => void
}

/** Which announcements a group reads besides those for everybody. */
export function GroupNoticesField({ notices, value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const own = notices.filter(({ group }) => group === 1)
  const count = notices.length - own.length
  return (
    <>
      <CheckList
        label={t`Announcements that are not for everyone`}
        items={own.map(({ id, title }) => ({ id, name: title }))}
        chosen={value}
        empty={t`There is none. An announcement that is only for groups can be chosen here.`}
        onChange={onChange}
      />
      {count > 0 && (
        <p className={styles.quiet}>
          {t`${plural(count, {
            one: '# announcement for everyone is shown as well.',
            other: '# announcements for everyone are shown as well.',
          })}`}
        </p>
      )}
    </>
  )
}

const useStyles = makeStyles({ quiet: { color: tokens.colorNeutralForeground3 } })
