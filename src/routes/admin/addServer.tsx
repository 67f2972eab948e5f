import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { Schema } from '#contract'
import { useMay } from '#api/may.ts'
import { explain } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import {
  checkServerDraft,
  newServerDraft,
  type ServerDraft,
  toNewServer,
} from '#features/servers/draft.ts'
import { listNodes } from '#features/nodes/operations.ts'
import { createServerRefusals } from '#features/servers/messages.ts'
import { createServer, getFreeShift } from '#features/servers/operations.ts'
import { ServerForm } from '#features/servers/ServerForm.tsx'
import { activateArea } from '#locales/activate.ts'
import { useDraft } from '#ui/draft.ts'
import { strictly } from '#rules/search.ts'
import { Card } from '#ui/Card.tsx'
import { FormPage } from '#ui/FormPage.tsx'
import { Page } from '#ui/Page.tsx'

const JoinMachine = lazy(() => import('./-JoinMachine.tsx'))
const PLACES = ['here', 'join', 'joined', 'node'] as const

const readPlace = ({ where }: Record<string, unknown>): { where?: (typeof PLACES)[number] } => {
  const known = PLACES.find((one) => one === where)
  return known ? { where: known } : {}
}

export const Route = createFileRoute('/admin/addServer')({
  validateSearch: strictly(readPlace),
  beforeLoad: ({ context }) => {
    if (!context.may('createServer')) throw redirect({ to: '/admin/server', replace: true })
    return activateArea('servers')
  },
  // Requested each time: a shift that was free may be taken by now. Without an answer
  // the form starts from 0.
  loader: ({ context: { queryClient } }) =>
    queryClient.prefetchQuery({ ...getFreeShift(), staleTime: 0 }),
  component: AddServerScreen,
})

function AddServerScreen() {
  const { t } = useLingui()
  const { where } = Route.useSearch()
  const may = useMay()
  const nodes = useQuery(listNodes()).data
  const machine = nodes?.find(({ state }) => state === 'active')
  const joins = may('createNodeInvite')
  // Without a machine of its own each server is a node somewhere.
  if (!may('createServer.plane') || where === 'node')
    return <ServerFormScreen key="node" isElsewhere />
  if (where === 'here') return <ServerFormScreen key="here" />
  if (where === 'joined' && machine) return <ServerFormScreen key="joined" machine={machine} />
  if (where === 'join' && joins)
    return (
      <Page form title={t`Add server`} back="/admin/addServer">
        <Suspense>
          <JoinMachine />
        </Suspense>
      </Page>
    )
  return <WhereScreen joins={joins} hasMachine={machine !== undefined} />
}

function WhereScreen({ joins, hasMachine }: { joins: boolean; hasMachine: boolean }) {
  const styles = useStyles()
  const { t } = useLingui()
  const navigate = Route.useNavigate()
  const go = (where: (typeof PLACES)[number]) => void navigate({ search: { where } })
  return (
    <Page form title={t`Add server`} back="/admin/server">
      <Card title={t`Where does it run?`}>
        <ul className={styles.places}>
          {joins && (
            <Place
              name={t`Another machine`}
              about={t`A new server of yours: paste one command there, and it joins automatically.`}
              onChoose={() => go('join')}
            />
          )}
          <Place
            name={t`This machine`}
            about={t`The one this console runs on.`}
            onChoose={() => go('here')}
          />
          {hasMachine && (
            <Place
              name={t`A machine that has joined`}
              about={t`Shadowsocks or WireGuard, beside what it carries already.`}
              onChoose={() => go('joined')}
            />
          )}
          <Place
            name={t`A node that exists already`}
            about={t`Shadowsocks or WireGuard that is managed over a port with a password.`}
            onChoose={() => go('node')}
          />
        </ul>
      </Card>
    </Page>
  )
}

/** One way to run a server, with its requirements. */
function Place({ name, about, onChoose }: { name: string; about: string; onChoose: () => void }) {
  const styles = useStyles()
  const id = useId()
  return (
    <li>
      <Button className={styles.place} size="large" aria-describedby={id} onClick={onChoose}>
        {name}
      </Button>
      <p id={id} className={styles.about}>
        {about}
      </p>
    </li>
  )
}

const useStyles = makeStyles({
  places: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  place: { width: '100%' },
  about: { margin: '8px 0 0', color: tokens.colorNeutralForeground2 },
})

type FormProps = {
  isElsewhere?: boolean
  /** A node of ours that gets one more server. */
  machine?: Pick<Schema<'Node'>, 'id' | 'address'>
}

function ServerFormScreen({ isElsewhere = false, machine }: FormProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const creation = useMutation(createServer)
  const { data: free } = useQuery(getFreeShift())
  const offline = !useOnline()
  const hasPlaces = useMay()('createServer.plane')
  const [initial] = useState((): ServerDraft => {
    if (machine) return { ...newServerDraft(machine.address, 0), nodeId: String(machine.id) }
    return newServerDraft(isElsewhere ? '' : location.hostname, free?.shift ?? 0)
  })
  const form = useDraft(initial, (draft) =>
    checkServerDraft(draft, isElsewhere, !isElsewhere, true),
  )

  return (
    <FormPage
      title={t`Add server`}
      back={hasPlaces ? '/admin/addServer' : '/admin/server'}
      action={t`Add server`}
      pending={creation.isPending}
      offline={offline}
      problem={creation.error && i18n._(explain(creation.error, createServerRefusals))}
      unsaved={() => form.draft !== initial}
      onSubmit={form.submit((draft) => {
        const body = toNewServer(draft, isElsewhere)
        creation.mutate(isElsewhere ? { ...body, plane: 'manager' } : body, {
          onSuccess: ({ serverId }) =>
            void navigate({
              to: '/admin/server/$serverId',
              params: { serverId },
              replace: true,
              ignoreBlocker: true,
            }),
        })
      })}
    >
      <ServerForm form={form} isElsewhere={isElsewhere} />
    </FormPage>
  )
}
