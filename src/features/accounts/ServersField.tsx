import { Checkbox, Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

type Props = {
  /** Undefined while they are on their way. */
  servers: readonly Schema<'Server'>[] | undefined
  all: boolean
  chosen: readonly number[]
  problem?: MessageDescriptor
  onChange: (change: { allServers: boolean; servers: readonly number[] }) => void
}

/** On which servers an account may be used: all there are and will be, or some. */
export function ServersField({ servers, all, chosen, problem, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const gone = chosen.filter((id) => servers && !servers.some((server) => server.id === id))
  const put = (id: number, on: boolean) =>
    onChange({ allServers: false, servers: on ? [...chosen, id] : chosen.filter((one) => one !== id) })
  return (
    <Field
      label={t`Servers`}
      validationMessage={problem && i18n._(problem)}
      validationState={problem ? 'error' : 'none'}
    >
      <div role="group">
        <RadioGroup
          aria-label={t`Servers`}
          layout="horizontal"
          value={all ? 'all' : 'some'}
          onChange={(_event, { value }) => onChange({ allServers: value === 'all', servers: chosen })}
        >
          <Radio value="all" label={t`All, also later ones`} />
          <Radio value="some" label={t`Only some`} />
        </RadioGroup>
        {!all && (
          <div className={styles.list}>
            {!servers && (
              <span className={styles.quiet}>
                <Trans>The servers are being loaded.</Trans>
              </span>
            )}
            {servers?.map(({ id, name, type, comment }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={(_event, { checked }) => put(id, checked === true)}
                label={
                  <span>
                    {name}{' '}
                    <span className={styles.quiet}>{[type === 'Shadowsocks' ? '' : type, comment].filter(Boolean).join(' · ')}</span>
                  </span>
                }
              />
            ))}
            {gone.map((id) => (
              <Checkbox
                key={id}
                checked
                onChange={() => put(id, false)}
                label={t`Server #${id}, deleted`}
              />
            ))}
          </div>
        )}
      </div>
    </Field>
  )
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
    maxHeight: '320px',
    overflowY: 'auto',
    paddingInlineStart: '8px',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
})
