import { mergeClasses } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { LIGHTS, rateText } from '#rules/lights.ts'
import { useBesideRow } from '#ui/besideRow.ts'
import { Lamp } from '#ui/Lamp.tsx'
import { worstWord } from './causes.ts'
import { ServerState } from './ServerState.tsx'

type Props = {
  server: Schema<'Server'>
  /** Undefined where there are none. */
  lights: Schema<'ServerLights'> | undefined
}

/** A server in the list beside the one that is open, whose place it takes. */
export function ServerBesideRow({ server, lights }: Props) {
  const styles = useBesideRow()
  const { t, i18n } = useLingui()
  const { id, name, type } = server
  return (
    <Link
      to="/admin/server/$serverId"
      params={{ serverId: id }}
      // The way back is to the list, and not through all that were looked at.
      replace
      preloadDelay={150}
      className={styles.link}
    >
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.cut, styles.strong)}>{name}</span>
          <span className={styles.quiet}>
            {lights && rateText(lights.up + lights.down, i18n.locale)}
          </span>
        </span>
        <span className={mergeClasses(styles.line, styles.second)}>
          {lights ? (
            <>
              {LIGHTS.map((name) => (
                <Lamp key={name} state={lights[name].state} />
              ))}
              <span className={styles.cut}>{t(worstWord(lights))}</span>
            </>
          ) : (
            <span className={styles.cut}>
              <ServerState server={server} />
            </span>
          )}
          <span className={styles.quiet}>{type}</span>
        </span>
      </span>
    </Link>
  )
}
