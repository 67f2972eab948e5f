import { Button, makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { Edit20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { Card } from '#ui/Card.tsx'
import { Copyable } from '#ui/Copyable.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Moment } from '#ui/Moment.tsx'

type Props = {
  user: Schema<'Admin'> & Pick<Partial<Schema<'User'>>, 'ref'>
  /** Undefined while it is being requested. */
  groupName: string | undefined
  /** Opens the form of the note or the group; omitted without the permission. Spec 15.4. */
  onComment?: () => void
  onGroup?: () => void
}

/** Who a person is, since when, in which group, and what the admins noted. Spec 3. */
export function UserFactsCard({ user, groupName, onComment, onGroup }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { email, username, comment, createTime, lastLogin, ref, telegram } = user
  return (
    <Card title={t`Profile`}>
      <Facts>
        <Fact name={t`Email`}>
          <Copyable text={email} label={t`email address`} />
        </Fact>
        {username !== email && <Fact name={t`Login name`}>{username}</Fact>}
        <Fact name={t`Group`}>
          {groupName ?? (
            <Skeleton aria-label={t`Loading`} className={styles.waiting}>
              <SkeletonItem />
            </Skeleton>
          )}
          {onGroup && (
            <Button
              appearance="subtle"
              icon={<Edit20Regular />}
              aria-label={t`Change the group`}
              onClick={onGroup}
            />
          )}
        </Fact>
        <Fact name={t`Comment`}>
          {comment === '' ? (
            <span className={styles.quiet}>
              <Trans>None</Trans>
            </span>
          ) : (
            comment
          )}
          {onComment && (
            <Button
              appearance="subtle"
              icon={<Edit20Regular />}
              aria-label={t`Edit the comment`}
              onClick={onComment}
            />
          )}
        </Fact>
        <Fact name={t`Signed up`}>
          <Moment time={createTime} />
        </Fact>
        <Fact name={t`Last login`}>
          {lastLogin === null ? <Trans>Never</Trans> : <Moment time={lastLogin} relative />}
        </Fact>
        {ref && (
          <Fact name={t`Invited by`}>
            <Link
              to="/admin/user/$userId"
              params={{ userId: String(ref.id) }}
              className={styles.link}
            >
              {ref.email}
            </Link>
          </Fact>
        )}
        {telegram !== null && (
          <Fact name={t`Telegram`}>
            <Trans>Chat connected</Trans>
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3 },
  waiting: { display: 'inline-block', width: '96px', verticalAlign: 'middle' },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '32px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
})
