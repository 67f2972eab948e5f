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
import type { Query } from '#contract'
import { allMethods } from '#features/providers/registry.ts'
import { saveText } from '#ui/saveText.ts'
import { exportRefusals } from './messages.ts'
import { orderKindName } from './names.ts'
import { exportGiftcardOrders, exportRefOrders } from './operations.ts'
import { ownOperations } from './provider/operations.ts'

type Props = {
  /** What the list shows, in the words of a kind; its table holds the same. */
  queryOf: (kind: string) => Query<'exportAlipayOrders'>
  /** Called with a sentence when it did not work, with nothing when it did. */
  onDone: (problem: string | undefined) => void
}

/** Downloads what the list shows as a table, one kind at a time, from servers without one for all. */
export default function ExportMenu({ queryOf, onDone }: Props) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const tables = useTables()
  const kinds = [
    ...allMethods().map(({ kind }) => ({ kind, may: ownOperations(kind)?.mayTable })),
    { kind: 'giftcard', may: 'exportGiftcardOrders' as const },
    { kind: 'refOrder', may: 'exportRefOrders' as const },
  ]
    .filter((one) => one.may !== undefined && may(one.may))
    .map(({ kind }) => kind)
  const pending = tables.isPending
  const save = (kind: string) =>
    tables.mutate(
      { kind, query: queryOf(kind) },
      {
        onSuccess: (table) => {
          saveText(`${kind}-${new Date().toISOString().slice(0, 10)}.csv`, table)
          onDone(undefined)
        },
        onError: (error: ApiError) => onDone(i18n._(explain(error, exportRefusals))),
      },
    )
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
            const name = i18n._(orderKindName(kind))
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

type Wanted = { kind: string; query: Query<'exportAlipayOrders'> }

/** The table of one kind, by the operation of that kind. */
function useTables() {
  const unpriced = { giftcard: exportGiftcardOrders, refOrder: exportRefOrders } as const
  const tableOf = (kind: string) =>
    (ownOperations(kind)?.table ??
      unpriced[kind as keyof typeof unpriced]) as typeof exportRefOrders
  return useMutation<string, ApiError, Wanted>({
    mutationFn: ({ kind, query }) => tableOf(kind).mutationFn!(query, undefined as never),
  })
}
