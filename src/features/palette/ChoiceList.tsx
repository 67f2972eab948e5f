import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { Schema } from '#contract'
import { partOf } from '#rules/accountStatus.ts'
import { StateMark } from '#ui/StateMark.tsx'
import type { Choice, Section } from './choices.ts'

type Props = {
  id: string
  sections: readonly Section[]
  active: Choice | undefined
  onPoint: (choice: Choice) => void
  onChoose: (choice: Choice) => void
}

/** The name of a line within the page, for the field that points at it. */
export const optionId = (list: string, { key }: Choice) => `${list}-${key}`

/** What the palette offers; the focus stays in the field, which points at one line. */
export function ChoiceList({ id, sections, active, onPoint, onChoose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])
  return (
    <div role="listbox" id={id} aria-label={t`Matches`} className={styles.list}>
      {sections.map((section) => (
        <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
          <div id={`${id}-${section.key}`} className={styles.heading}>
            {i18n._(section.name)}
          </div>
          {section.choices.map((choice) => {
            const { label, about } = choice.action ? choice : choice.place
            const isActive = choice.key === active?.key
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard is the field's, which points here
              <div
                key={choice.key}
                ref={isActive ? shown : undefined}
                role="option"
                tabIndex={-1}
                id={optionId(id, choice)}
                aria-selected={isActive}
                className={mergeClasses(styles.option, isActive && styles.active)}
                onPointerMove={() => !isActive && onPoint(choice)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
              >
                <span className={styles.label}>{label}</span>
                {about !== '' && <span className={styles.about}>{about}</span>}
                {choice.action === undefined && choice.connection && (
                  <ConnectionMark connection={choice.connection} />
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** What prevents an account from connecting, on all or some servers; nothing when all is well. */
function ConnectionMark({ connection }: { connection: Schema<'ConnectionSummary'> }) {
  const { state } = connection
  if (state === 'open' || state === 'opening') return null
  return <StateMark state={state} part={partOf(state, connection)} />
}

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column' },
  heading: {
    ...typographyStyles.caption1Strong,
    padding: '8px 12px 4px',
    color: tokens.colorNeutralForeground3,
  },
  option: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '44px',
    padding: '6px 12px',
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
  },
  active: { backgroundColor: tokens.colorNeutralBackground1Selected },
  label: { overflowWrap: 'anywhere', minWidth: 0 },
  about: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
    minWidth: 0,
  },
})
