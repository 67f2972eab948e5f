import type { Schema } from '#contract'

/** A server as its devices need to know it. */
export type TunnelServer = Pick<
  Schema<'Server'>,
  'id' | 'name' | 'host' | 'net' | 'key' | 'wgPort' | 'net6' | 'dns' | 'mtu'
>
