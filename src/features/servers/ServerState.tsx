import { makeStyles, tokens } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { stateColours } from '#ui/theme.ts'
import { type ServerStanding, serverStanding } from './state.ts'

type Asked = Parameters<typeof serverStanding>[0]

const LOOKS: Record<ServerStanding, { colour: string; word: MessageDescriptor }> = {
  running: { colour: stateColours.green, word: msg`Running` },
  partly: { colour: stateColours.amber, word: msg`Running, some ports failed` },
  blocked: { colour: stateColours.amber, word: msg`Running, but blocked` },
  unreachable: { colour: stateColours.red, word: msg`Unreachable` },
  unknown: { colour: stateColours.grey, word: msg`Not checked yet` },
}

/** The colour of a server's state, for the bar at its row's start. */
export function serverColour(server: Asked): string {
  return LOOKS[serverStanding(server)].colour
}

/** Says how a server is with a coloured dot and a word. */
export function ServerState({ server }: { server: Asked }) {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={{ backgroundColor: serverColour(server) }} />
      {t(LOOKS[serverStanding(server)].word)}
    </span>
  )
}

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground2,
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
})
