import { makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Problem } from '#ui/Problem.tsx'

/** The engine's reasons that can be mended, in words for an admin. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  'port in use': msg`Another program on the machine uses this port.`,
  'port not permitted': msg`The system does not let the server use this port.`,
  failed: msg`The port could not be opened.`,
  'engine is off': msg`The engine is switched off.`,
}

/** The ports that should be open and are not, with the reason; nothing when all is well. */
export function PortErrors({ errors }: { errors: readonly Schema<'ServerPortError'>[] }) {
  const styles = useStyles()
  const { t } = useLingui()
  if (errors.length === 0) return null
  const count = errors.length
  return (
    <Card title={t`Ports that could not be opened`}>
      <Problem intent="warning">
        <strong>{t`${plural(count, { one: '# port', other: '# ports' })}`}</strong>{' '}
        <Trans>The accounts on these ports cannot connect to this server.</Trans>
      </Problem>
      <ul
        // A list that scrolls has to be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className={styles.list}
        aria-label={t`Ports that could not be opened`}
      >
        {errors.map(({ port, reason }) => {
          const known = REASONS[reason]
          return (
            <li key={port} className={styles.row}>
              <span className={styles.port}>{port}</span>
              <span>{known ? t(known) : reason}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', maxHeight: '320px', overflowY: 'auto' },
  row: { display: 'flex', gap: '16px', paddingBlock: '8px' },
  port: { fontFamily: tokens.fontFamilyMonospace, minWidth: '56px', textAlign: 'right' },
})
