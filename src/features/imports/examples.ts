import type { Schema } from '#contract'
import { centsColumn } from '#rules/planPrices.ts'
import { fieldKinds } from '#rules/providers/registry.ts'

/** A table to begin with: every column there is, and a row that could be added. */
export const EXAMPLES: Record<Schema<'ImportTable'>['of'], string> = {
  user: 'email,password,group,createTime,comment\r\nsomeone@example.com,,,2025-03-01,\r\n',
  account:
    'port,user,password,orderName,type,expire,flow,server\r\n' +
    '50100,someone@example.com,,,month,2027-03-01,100G,\r\n',
  plan:
    `name,base,shortComment,comment,type,cycle,${fieldKinds().map(centsColumn).join()},flow,refTime,server,` +
    'autoRemove,autoRemoveDelay,portRange,multiServerFlow,changeOrderType,active,group\r\n' +
    'Month,,,,month,1,2000,300,100G,3d,,0,0,0,1,0,1,\r\n' +
    'Month + 50 GB,Month,,,,,1000,150,50G,,,,,,,,1,\r\n',
}

/** The same of accounts that are sold: their plans say the rest. */
export const SOLD_EXAMPLE =
  'port,user,orderName,expire,password\r\n' + '50100,someone@example.com,Month,2027-03-01,\r\n'
