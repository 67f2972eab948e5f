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
    onChange({
      allServers: false,
      servers: on ? [...chosen, id] : chosen.filter((one) => one !== id),
    })
  return (
    <div>
      <Field
        label={t`Allowed servers`}
        validationMessage={problem && i18n._(problem)}
        validationState={problem ? 'error' : 'none'}
      >
        <RadioGroup
          value={all ? 'all' : 'some'}
          onChange={(_event, { value }) =>
            onChange({ allServers: value === 'all', servers: chosen })
          }
        >
          <Radio value="all" label={t`All servers, including new ones`} />
          <Radio value="some" label={t`Selected servers`} />
        </RadioGroup>
      </Field>
      {/* Outside of the field above, or its label would become the boxes' label. */}
      {!all && (
        <fieldset className={styles.list} aria-label={t`Servers`}>
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
                <>
                  {name}{' '}
                  <span className={styles.quiet}>
                    {[type === 'Shadowsocks' ? '' : type, comment].filter(Boolean).join(' · ')}
                  </span>
                </>
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
        </fieldset>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
    maxHeight: '320px',
    overflowY: 'auto',
    minWidth: 0,
    margin: 0,
    padding: '0 0 0 24px',
    border: 'none',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
})
