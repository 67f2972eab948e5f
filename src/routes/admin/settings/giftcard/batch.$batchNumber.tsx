import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import {
  ArrowDownload24Regular,
  MoreVertical24Regular,
  Print24Regular,
} from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useStatus } from '#device/status.ts'
import { BatchState } from '#features/giftcards/BatchState.tsx'
import { CardList } from '#features/giftcards/CardList.tsx'
import { cardTable } from '#features/giftcards/cards.ts'
import { getGiftcardBatch } from '#features/giftcards/operations.ts'
import { RevokeBatchDialog } from '#features/giftcards/RevokeBatchDialog.tsx'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Page } from '#ui/Page.tsx'
import { saveText } from '#ui/saveText.ts'

const PrintSheet = lazy(() => import('#features/giftcards/PrintSheet.tsx'))

export const Route = createFileRoute('/admin/settings/giftcard/batch/$batchNumber')({
  beforeLoad: ({ context }) => {
    if (!context.may('getGiftcardBatch')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData({
      ...getGiftcardBatch(Number(params.batchNumber)),
      revalidateIfStale: true,
    }),
  component: GiftcardBatchScreen,
  pendingComponent: () => <Loading shape="rows" count={8} />,
})

function GiftcardBatchScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const number = Number(Route.useParams().batchNumber)
  const { data: batch, dataUpdatedAt } = useSuspenseQuery(getGiftcardBatch(number))
  const [dialog, setDialog] = useState<'revoke' | 'print' | null>(null)
  const site = useStatus()?.site || location.origin
  const { orderName, status, createTime, comment, totalCount, availableCount, cards } = batch
  const close = () => setDialog(null)
  const none = availableCount === 0

  return (
    <Page
      title={t`Batch ${number}`}
      back="/admin/settings/giftcard"
      asOf={dataUpdatedAt}
      status={<BatchState status={status} />}
      actions={
        <>
          <Button
            icon={<Print24Regular />}
            aria-label={t`Print codes`}
            title={t`Print codes`}
            disabledFocusable={none}
            onClick={() => setDialog('print')}
          />
          <Button
            icon={<ArrowDownload24Regular />}
            aria-label={t`Download unused codes`}
            title={t`Download unused codes`}
            disabledFocusable={none}
            onClick={() => saveText(`batch${number}.csv`, cardTable(batch))}
          />
          {!none && (
            <Menu>
              <MenuTrigger disableButtonEnhancement>
                <Button appearance="subtle" icon={<MoreVertical24Regular />} aria-label={t`More`} />
              </MenuTrigger>
              <MenuPopover>
                <MenuList aria-label={t`More`}>
                  <MenuItem onClick={() => setDialog('revoke')}>
                    <Trans>Revoke unused codes</Trans>
                  </MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          )}
        </>
      }
    >
      <Card className={styles.facts}>
        <Facts>
          <Fact name={t`Plan`}>{orderName ?? <Trans>The plan was deleted</Trans>}</Fact>
          <Fact name={t`Unused`}>
            <Trans>
              {availableCount} of {totalCount}
            </Trans>
          </Fact>
          <Fact name={t`Created at`}>
            <Moment time={createTime} />
          </Fact>
          {comment !== '' && <Fact name={t`Comment`}>{comment}</Fact>}
        </Facts>
      </Card>
      <CardList cards={cards} />
      <Suspense>
        {dialog === 'revoke' && <RevokeBatchDialog batch={batch} onClose={close} />}
        {dialog === 'print' && <PrintSheet batch={batch} site={site} onClose={close} />}
      </Suspense>
    </Page>
  )
}

const useStyles = makeStyles({ facts: { width: '100%', maxWidth: '640px' } })
