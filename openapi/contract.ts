import type { components, operations, paths } from './made/openapi.d.ts'

export { added, CONTRACT } from './made/added.ts'
export { audits } from './made/audits.ts'
export { effects } from './made/effects.ts'
export { idempotent } from './made/idempotent.ts'
export { kept } from './made/kept.ts'
export { jsonTextProperties } from './made/jsonTextProperties.ts'
export { problems } from './made/problems.ts'
export { permissions, refusalWords, roles } from './made/roles.ts'
export type { operations, paths }

/** The one name an operation has, from the contract to the screen. */
export type OperationId = keyof operations

/** Who may call an operation, as its `security` names them. */
export type Role = 'user' | 'admin' | 'mainAdmin'

/** What is behind a name of the contract, for example `Schema<'Account'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type Operation<Id extends OperationId> = operations[Id]

/** The body of a reply or request, of any media type. */
type Content<Message> = Message extends { content: infer Types } ? Types[keyof Types] : undefined

/** The words an operation may be refused with. */
export type Reason<Id extends OperationId> = Operation<Id>['responses'] extends {
  403: { content: { 'text/plain': infer Text extends string } }
}
  ? Exclude<Text, ''>
  : never

/** What an operation answers when it succeeds. */
export type Answer<Id extends OperationId> = Operation<Id>['responses'] extends {
  200: infer Message
}
  ? Content<Message>
  : undefined

/** What an operation is sent. */
export type Body<Id extends OperationId> =
  Operation<Id> extends { requestBody: infer Message }
    ? Content<Message>
    : Operation<Id> extends { requestBody?: infer Message }
      ? Content<NonNullable<Message>> | undefined
      : undefined

/** The path parameters of an operation. */
export type Path<Id extends OperationId> =
  Operation<Id> extends { parameters: { path: infer P } } ? P : Record<never, never>

/** The query parameters of an operation. */
export type Query<Id extends OperationId> =
  Operation<Id> extends {
    parameters: { query?: infer Q }
  }
    ? NonNullable<Q>
    : Record<never, never>
