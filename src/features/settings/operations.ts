import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Schema } from '#contract'

/** The name, looks and language of the site. */
export const getBaseSetting = () =>
  queryOptions({
    queryKey: ['getBaseSetting'],
    queryFn: () => answer(api.GET('/api/admin/setting/base')),
  })

/** Replaces the name, looks and language of the site, whole. */
export const editBaseSetting = mutationOptions({
  mutationKey: ['editBaseSetting'],
  mutationFn: (body: Body<'editBaseSetting'>) =>
    answer(api.PUT('/api/admin/setting/base', { body })),
})

/** Replaces the logo or the icon of the site. */
export const editBrand = mutationOptions({
  mutationKey: ['editBrand'],
  mutationFn: ({ part, ...body }: Body<'editBrand'> & { part: Schema<'BrandPart'> }) =>
    answer(api.PUT('/api/admin/setting/brand/{part}', { params: { path: { part } }, body })),
})

/** Removes the logo or the icon of the site. */
export const removeBrand = mutationOptions({
  mutationKey: ['removeBrand'],
  mutationFn: (part: Schema<'BrandPart'>) =>
    answer(api.DELETE('/api/admin/setting/brand/{part}', { params: { path: { part } } })),
})

/** The files of apps that this server hands out. */
export const listAppFiles = () =>
  queryOptions({
    queryKey: ['listAppFiles'],
    queryFn: () => answer(api.GET('/api/admin/appFile')),
  })

/** Sends one piece of a file of an app. */
export const uploadAppFile = mutationOptions({
  mutationKey: ['uploadAppFile'],
  mutationFn: ({ name, ...body }: Body<'uploadAppFile'> & { name: string }) =>
    answer(api.PUT('/api/admin/appFile/{name}', { params: { path: { name } }, body })),
})

/** Removes a file of an app. */
export const removeAppFile = mutationOptions({
  mutationKey: ['removeAppFile'],
  mutationFn: (name: string) =>
    answer(api.DELETE('/api/admin/appFile/{name}', { params: { path: { name } } })),
})

/** What users may do, and what a new user is given. */
export const getAccountSetting = () =>
  queryOptions({
    queryKey: ['getAccountSetting'],
    queryFn: () => answer(api.GET('/api/admin/setting/account')),
  })

/** Replaces what users may do and what a new user is given, whole. */
export const editAccountSetting = mutationOptions({
  mutationKey: ['editAccountSetting'],
  mutationFn: (body: Body<'editAccountSetting'>) =>
    answer(api.PUT('/api/admin/setting/account', { body })),
})

/** What a new plan of each period starts from. */
export const getPaymentSetting = () =>
  queryOptions({
    queryKey: ['getPaymentSetting'],
    queryFn: () => answer(api.GET('/api/admin/setting/payment')),
  })

/** Replaces what a new plan of each period starts from, whole. */
export const editPaymentSetting = mutationOptions({
  mutationKey: ['editPaymentSetting'],
  mutationFn: (body: Body<'editPaymentSetting'>) =>
    answer(api.PUT('/api/admin/setting/payment', { body })),
})
