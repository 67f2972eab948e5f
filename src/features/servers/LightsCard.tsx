import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { ManualLink } from '#ui/ManualLink.tsx'
import { CAUSES } from './causes.ts'
import { LightFact } from './LightFact.tsx'
import { LIGHTS } from '#rules/lights.ts'
import { listServerLights } from './operations.ts'

type Props = {
  serverId: number
  /** The one UDP port of a WireGuard server. */
  wgPort: number | null
}

/** Causes that a firewall has. */
const FIREWALLED: readonly Schema<'LightCause'>[] = ['refused', 'silent']

/** The three lights of a server, each with its cause and what to do; nothing where there are none. */
export function LightsCard({ serverId, wgPort }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { data } = useQuery(listServerLights())
  const lights = data?.find((one) => one.serverId === serverId)
  if (!lights) return null
  return (
    <Card title={t`Health checks`}>
      <ul className={styles.list} aria-live="polite">
        {LIGHTS.map((name) => {
          const { cause } = lights[name]
          return (
            <li key={name}>
              <LightFact lights={lights} name={name} />
              {cause && (
                <p className={styles.cause}>
                  {t(CAUSES[cause].what)}{' '}
                  {wgPort !== null && FIREWALLED.includes(cause) ? (
                    <Trans>
                      Open UDP port {wgPort} in the firewall, also in the hosting provider’s panel.
                    </Trans>
                  ) : (
                    t(CAUSES[cause].remedy)
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {LIGHTS.some((name) => lights[name].cause) && (
        <ManualLink to="trouble.html#a-server-s-lights" />
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  cause: { margin: '4px 0 0 18px', color: tokens.colorNeutralForeground2 },
})
