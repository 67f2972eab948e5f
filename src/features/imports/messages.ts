import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const TABLE = {
  'not permitted': msg`Your permissions do not include this. The main admin can change them.`,
  'not a table': msg`A quotation mark in the table is never closed. Save it as CSV again.`,
  'no heading': msg`The first row must name the columns, including the email address, the port or the name of the plan.`,
  'no rows': msg`The table has no rows below its first one.`,
  'too many rows': msg`The table has more than 20,000 rows. Split it into several files.`,
}

/** Why a table was not read. */
export const previewImportRefusals: Refusals<'previewImport'> = {
  ...TABLE,
  otherwise: msg`The table was not read.`,
}

/** Why an import was not started. */
export const createImportRefusals: Refusals<'createImport'> = {
  ...TABLE,
  'table changed': msg`The rows that can be added changed, so nothing was done. Choose the file again.`,
  otherwise: msg`Nothing was added.`,
}

const PROBLEMS: Readonly<Record<string, MessageDescriptor>> = {
  missing: msg`Is missing`,
  twice: msg`Is in an earlier row already`,
  'user exists': msg`There is a user with this address already`,
  'port exists': msg`The port is taken`,
  'port outside': msg`With the offset of a server the port is above 65535`,
  'no email': msg`Is not an email address`,
  admin: msg`Only users can be imported, not admins`,
  'unknown group': msg`There is no such group`,
  'unknown user': msg`There is no user with this address. Import the users first.`,
  'unknown plan': msg`There is no such plan`,
  'several plans': msg`Several plans have this name. Use the number of the plan.`,
  'unknown server': msg`There is no such server`,
  'bad date': msg`Is not a date that can be used`,
  'bad port': msg`Is not a port`,
  'bad password': msg`Contains quotes, a backslash or non-ASCII characters`,
  'password too short': msg`Is shorter than eight characters`,
  'stored hash': msg`Is what a panel stores of a password, and not the password. Leave the column out: people then set one with “Reset password”`,
  'bad type': msg`Is not a type of account`,
  'bad amount': msg`Is not an amount of traffic`,
  'no unit': msg`Has no unit: write 100G for 100 GB, or 100GiB as some panels count`,
  'too long': msg`Is too long`,
  'plan exists': msg`There is a plan with this name already`,
  'customer limit': msg`Your limit of customers is reached`,
  'traffic limit': msg`Your limit of traffic would be exceeded`,
  'plan not allowed': msg`You may not sell this plan`,
  'set by plan': msg`Must be empty or as the plan has it`,
  'too late': msg`Is later than the plan lasts`,
  'port not allowed': msg`Is not one of the ports of this plan`,
  'bad price': msg`Is not a price in whole cents`,
  'bad number': msg`Is not a number from 1 to 1000`,
  'bad length': msg`Is not a length of time of at most ten years`,
  'bad flag': msg`Must be 1 for yes or 0 for no`,
  'bad ports': msg`Is not a list of ports`,
}

/** Why a row cannot be added; newer servers may send unknown reasons. */
export function rowProblem(problem: string): MessageDescriptor {
  return PROBLEMS[problem] ?? msg`Cannot be added`
}
