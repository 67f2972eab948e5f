import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a server is not added. Spec 8. */
export const createServerRefusals: Refusals<'createServer'> = {
  'shift in use': msg`Another server on this machine has the same port offset. Choose another port offset.`,
  'port outside': msg`With this port offset, an account’s port would be outside 1 to 65535. Choose another port offset.`,
  'port of console': msg`With this port offset, an account would get the port of this console. Choose another port offset.`,
  'port clash': msg`With this port offset, an account would get a port that another account has on another server of this machine. Choose another port offset.`,
  'server unreachable': msg`The node agent does not answer, or it has another password.`,
  'port in use': msg`Another program or account on this machine has this UDP port. Choose another one.`,
  'range in use': msg`This machine already has a network in this range. Choose another one.`,
  'no rights': msg`This machine cannot create a WireGuard interface: the program needs root or CAP_NET_ADMIN there.`,
  'no tun': msg`This machine has neither WireGuard in its kernel nor /dev/net/tun.`,
  'wireguard missing': msg`This machine has neither WireGuard in its kernel nor wireguard-go. Install one of them.`,
  'nftables missing': msg`This machine lacks nftables, which keeps customers apart. Install it.`,
  'amneziawg missing': msg`This machine has neither awg nor amneziawg-go. Install AmneziaWG, or turn it off here.`,
  'certificate unreadable': msg`The certificate or its private key cannot be read. Enter both in PEM.`,
  'key of another': msg`The private key is not the one of the certificate.`,
  'certificate ended': msg`The certificate has expired.`,
  'name not in certificate': msg`The certificate is not for the server name, or else the public address.`,
  'site is console': msg`This console cannot be the site by its address: visitors could pass for others. Choose “This console is the web site behind”, or another site.`,
  otherwise: msg`The server was not added.`,
}

/** Why a server stays as it is. Spec 8. */
export const editServerRefusals: Refusals<'editServer'> = {
  ...createServerRefusals,
  otherwise: msg`The server was not changed.`,
}

/** Why a server is not deleted. Spec 8. */
export const deleteServerRefusals: Refusals<'deleteServer'> = {
  otherwise: msg`The server was not deleted.`,
}

/** Why the tags of a server stay as they are. */
export const setTagsRefusals: Refusals<'setTags'> = {
  otherwise: msg`The tags were not changed.`,
}
