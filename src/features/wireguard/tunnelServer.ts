import type { Schema } from '#contract'

/** The part of a server that its devices need. */
export type TunnelServer = Pick<
  Schema<'Server'>,
  'id' | 'name' | 'host' | 'net' | 'key' | 'wgPort' | 'net6' | 'dns' | 'mtu' | 'amnezia'
>
