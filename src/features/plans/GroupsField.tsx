import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { listText } from '#rules/formats.ts'
import { CheckList } from '#ui/CheckList.tsx'

type Props = {
  groups: readonly Schema<'Group'>[]
  /** Groups with a list of their own that have the plan on it. */
  value: readonly number[]
  onChange: (groups: readonly number[]) => void
}

/** Which groups are offered a plan: a choice for groups with their own list, the others see all plans. */
export function GroupsField({ groups, value, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const free = groups.filter(({ order }) => order === null)
  const listed = groups.filter(({ order }) => order !== null)
  const names = listText(
    free.map(({ name }) => name),
    i18n.locale,
  )
  return (
    <>
      {free.length > 0 && (
        <p className={styles.note}>
          <Trans>These groups may buy every plan: {names}.</Trans>
        </p>
      )}
      {listed.length > 0 ? (
        <CheckList
          label={t`Groups with a list of plans of their own`}
          items={listed.map(({ id, name, comment }) => ({ id, name, about: comment ?? '' }))}
          chosen={value}
          empty=""
          onChange={onChange}
        />
      ) : (
        <p className={styles.note}>
          <Trans>
            No group has a list of its own. To hide a plan from someone, give their group one.
          </Trans>
        </p>
      )}
    </>
  )
}

const useStyles = makeStyles({ note: { color: tokens.colorNeutralForeground2 } })
