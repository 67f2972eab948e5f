import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Send20Regular } from '@fluentui/react-icons'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copyable } from '#ui/Copyable.tsx'
import { useNow } from '#ui/now.ts'
import { Problem } from '#ui/Problem.tsx'
import { QrCode } from '#ui/QrCode.tsx'

type Props = {
  code: string
  /** User name of the bot. */
  telegram: string
  /** Milliseconds the code was valid for when it was read, where it was sent. */
  remaining?: number
  /** When it was read, ms. */
  asOf: number
  /** It could not be read again. */
  failed: boolean
}

/** The eight digits to send the bot, with a link that does it, and how long they stay. */
export function BindingCode({ code, telegram, remaining, asOf, failed }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow(1000)
  const left =
    remaining === undefined
      ? undefined
      : Math.max(0, Math.ceil((remaining - Math.max(0, now - asOf)) / 1000))
  const link = `https://t.me/${telegram}?start=${code}`
  return (
    <div className={styles.column}>
      <Button
        as="a"
        href={link}
        target="_blank"
        rel="noreferrer"
        appearance="primary"
        size="large"
        className={styles.open}
        icon={<Send20Regular />}
      >
        <Trans>Connect in Telegram</Trans>
      </Button>
      <p className={styles.text}>
        <Trans>Or scan this with your phone:</Trans>
      </p>
      <QrCode text={link} label={t`Opens the bot in Telegram`} size={200} />
      <p className={styles.text}>
        <Trans>Or send these digits to @{telegram}:</Trans>
      </p>
      <span className={styles.code}>
        <Copyable text={code} label={t`code`} shown={`${code.slice(0, 4)} ${code.slice(4)}`} />
      </span>
      {failed ? (
        <Problem intent="warning">
          <Trans>No connection to the server: the code may be out of date.</Trans>
        </Problem>
      ) : (
        left !== undefined && (
          <Caption1 role="timer" className={styles.quiet}>
            {left > 0
              ? t`${plural(left, { one: 'Changes in # second', other: 'Changes in # seconds' })}`
              : t`The next code is on its way`}
          </Caption1>
        )
      )}
    </div>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '12px' },
  open: { minHeight: '44px' },
  text: { margin: 0, textAlign: 'center' },
  code: { fontSize: tokens.fontSizeHero700, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
})
