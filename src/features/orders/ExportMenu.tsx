import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { ArrowDownload24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '#api/client.ts'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import type { Query, Schema } from '#contract'
import { saveText } from '#ui/saveText.ts'
import { exportRefusals } from './messages.ts'
import { ORDER_KIND_NAMES } from './names.ts'
import {
  exportAlipayOrders,
  exportGiftcardOrders,
  exportPaypalOrders,
  exportRefOrders,
} from './operations.ts'

type Props = {
  /** What the list shows; the table holds the same, of one kind. */
  query: Query<'exportAlipayOrders'>
  /** Called with a sentence when it did not work, with nothing when it did. */
  onDone: (problem: string | undefined) => void
}

/** Downloads what the list shows as a table, one kind at a time, from servers without one for all. */
export default function ExportMenu({ query, onDone }: Props) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const operations = {
    alipay: useMutation(exportAlipayOrders),
    paypal: useMutation(exportPaypalOrders),
    giftcard: useMutation(exportGiftcardOrders),
    refOrder: useMutation(exportRefOrders),
  }
  const kinds: readonly Schema<'OrderKind'>[] = [
    ...(may('exportAlipayOrders') ? (['alipay'] as const) : []),
    ...(may('exportPaypalOrders') ? (['paypal'] as const) : []),
    ...(may('exportGiftcardOrders') ? (['giftcard'] as const) : []),
    ...(may('exportRefOrders') ? (['refOrder'] as const) : []),
  ]
  const pending = Object.values(operations).some(({ isPending }) => isPending)
  const save = (kind: Schema<'OrderKind'>) =>
    operations[kind].mutate(query, {
      onSuccess: (table) => {
        saveText(`${kind}-${new Date().toISOString().slice(0, 10)}.csv`, table)
        onDone(undefined)
      },
      onError: (error: ApiError) => onDone(i18n._(explain(error, exportRefusals))),
    })
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<ArrowDownload24Regular />}
          aria-label={pending ? t`Preparing the table…` : t`Download as a table`}
          title={t`Download as a table`}
          disabledFocusable={pending}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList aria-label={t`Download as a table`}>
          {kinds.map((kind) => {
            const name = i18n._(ORDER_KIND_NAMES[kind])
            return (
              <MenuItem key={kind} onClick={() => save(kind)}>
                <Trans>{name} (CSV)</Trans>
              </MenuItem>
            )
          })}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
