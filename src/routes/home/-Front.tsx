import { priceOf } from '#rules/planPrices.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import { useLingui } from '@lingui/react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeQueryClient } from '#api/query-client.ts'
import { explainLoad } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import { paymentMethodsFor } from '#features/checkout/offer.ts'
import { usePlanWords } from '#features/checkout/usePlanWords.ts'
import { priceText } from '#features/checkout/priceText.ts'
import { FrontPage } from '#features/front/FrontPage.tsx'
import { FrontTeaser } from '#features/front/FrontTeaser.tsx'
import type { PlanTexts } from '#features/front/FrontPlan.tsx'
import { getFrontPage } from '#features/front/operations.ts'
import { LoginForm } from '#features/session/LoginForm.tsx'
import { monthlyPrice } from '#rules/plan.ts'
import { ROOMY } from '#ui/desktop.ts'
import { Loading } from '#ui/Loading.tsx'
import { useMedia } from '#ui/media.ts'
import { Problem } from '#ui/Problem.tsx'

/** The offer for visitors; loaded after the login screen, with its words. */
export default function Front() {
  const [queryClient] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>
  )
}

/** The same in two lines, for below the log-in; nothing until it is known. */
export function Teaser() {
  const [queryClient] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <InShort />
    </QueryClientProvider>
  )
}

function InShort() {
  const texts = useTexts()
  const { data } = useQuery(getFrontPage())
  return data?.isOn ? <FrontTeaser front={data} texts={texts} /> : null
}

function Shown() {
  const { i18n } = useLingui()
  const texts = useTexts()
  const isRoomy = useMedia(ROOMY)
  const { data, error } = useQuery(getFrontPage())
  const title = useStatus()?.title ?? 'Sluice'
  if (error && !data) return <Problem>{i18n._(explainLoad(error))}</Problem>
  if (!data) return <Loading count={3} />
  return <FrontPage front={data} title={title} texts={texts} login={isRoomy && <LoginForm />} />
}

function useTexts(): PlanTexts {
  const { i18n } = useLingui()
  const words = usePlanWords()
  return {
    terms: (plan) => words({ ...plan, baseId: 0 }),
    prices(plan) {
      const [first, second] = paymentMethodsFor(plan, paidKinds())
      if (!first) return {}
      const monthly = monthlyPrice(plan, priceOf(plan, first))
      return {
        price: priceText(priceOf(plan, first), first, i18n.locale),
        ...(monthly !== null && { monthly: priceText(monthly, first, i18n.locale) }),
        ...(second && { other: priceText(priceOf(plan, second), second, i18n.locale) }),
      }
    },
  }
}
