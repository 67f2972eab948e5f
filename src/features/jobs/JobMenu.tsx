import {
  Button,
  Menu,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { ChevronDown20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { JobKind } from './draft.ts'
import { actionName, actionsOf } from './names.ts'

type Props = { of: 'account' | 'user'; disabled: boolean; onChoose: (kind: JobKind) => void }

/** What can be done to those who are selected; what destroys comes last and apart. */
export default function JobMenu({ of, disabled, onChoose }: Props) {
  const { t, i18n } = useLingui()
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="primary"
          size="large"
          icon={<ChevronDown20Regular />}
          iconPosition="after"
          disabledFocusable={disabled}
        >
          <Trans>Actions</Trans>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList aria-label={t`Actions`}>
          {actionsOf(of).map((kind) => (
            <Fragment key={kind}>
              {kind === 'delete' && <MenuDivider />}
              <MenuItem onClick={() => onChoose(kind)}>{i18n._(actionName(of, kind))}</MenuItem>
            </Fragment>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
