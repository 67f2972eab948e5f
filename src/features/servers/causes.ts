import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schema } from '#contract'
import { LIGHTS, type LightName, type ServerSort, worstLight, worstState } from '#rules/lights.ts'

/** What each light stands for. */
export const LIGHT_NAMES: Record<LightName, MessageDescriptor> = {
  agent: msg`It reports`,
  ports: msg`Ports open`,
  handshake: msg`Carries traffic`,
}

/** Each light's state in a word or two. */
export const LIGHT_WORDS: Record<LightName, Record<Schema<'LightState'>, MessageDescriptor>> = {
  agent: {
    green: msg`Reports`,
    amber: msg`Clock is off`,
    red: msg`Does not answer`,
    grey: msg`Not known`,
  },
  ports: { green: msg`Open`, amber: msg`Some closed`, red: msg`All closed`, grey: msg`Not known` },
  handshake: {
    green: msg`Gets through`,
    amber: msg`In part`,
    red: msg`Does not get through`,
    grey: msg`Not tried`,
  },
}

/** The worst of a server's lights in a word; where all is well, the last: customers get through. */
export function worstWord(lights: Schema<'ServerLights'>): MessageDescriptor {
  const state = worstState(lights)
  const same = LIGHTS.findLast((name) => lights[name].state === state) ?? 'handshake'
  const name = state === 'green' ? 'handshake' : (worstLight(lights) ?? same)
  return LIGHT_WORDS[name][state]
}

/** Why a light is not green, and what to do about it. */
export const CAUSES: Record<
  Schema<'LightCause'>,
  { what: MessageDescriptor; remedy: MessageDescriptor }
> = {
  away: {
    what: msg`The program that runs this server does not answer.`,
    remedy: msg`Check that the machine is on, has a network, and that the agent runs on it.`,
  },
  clockOff: {
    what: msg`The clock of its machine is more than 30 seconds off.`,
    remedy: msg`Turn on time synchronization on the machine, such as with timedatectl set-ntp true.`,
  },
  somePorts: {
    what: msg`Some of its ports could not be opened.`,
    remedy: msg`See below which ports these are, and stop the programs that use them.`,
  },
  noPorts: {
    what: msg`None of its ports could be opened.`,
    remedy: msg`See below for the reason. The port offset may collide with another program on the machine.`,
  },
  noName: {
    what: msg`The name in its address does not resolve.`,
    remedy: msg`Check the public address of the server and its DNS record.`,
  },
  refused: {
    what: msg`Its machine refuses connections from outside.`,
    remedy: msg`Open the ports of the accounts in the firewall, for TCP and UDP.`,
  },
  unreachable: {
    what: msg`There is no route to its address.`,
    remedy: msg`Check the public address, and ask the hosting provider whether the machine has a network.`,
  },
  silent: {
    what: msg`Connections to its address get no answer.`,
    remedy: msg`A firewall probably drops them: open the ports of the accounts, also in the hosting provider’s panel.`,
  },
  noAnswer: {
    what: msg`It accepts connections but sends nothing back.`,
    remedy: msg`Check whether the machine itself gets out to the internet, and how busy it is.`,
  },
  closed: {
    what: msg`It closes connections before anything comes back.`,
    remedy: msg`Check that the cipher here is the one the node uses, and that both clocks are right.`,
  },
  garbage: {
    what: msg`What answers at its address is not this server.`,
    remedy: msg`Check whether the public address points to another machine or program.`,
  },
  certificate: {
    what: msg`Apps refuse its certificate.`,
    remedy: msg`It may have ended, be for another name, or be of an authority that apps do not know. Enter another one on “Edit server”.`,
  },
  noWayOut: {
    what: msg`Customers get in, but it reaches nothing from there.`,
    remedy: msg`Check the outgoing firewall and the name servers of the machine.`,
  },
  onlyNodes: {
    what: msg`Other nodes reach it, this console does not.`,
    remedy: msg`Its address may be blocked where the console is. Customers there may need another address.`,
  },
  onlyConsole: {
    what: msg`This console reaches it, no other node does.`,
    remedy: msg`Its firewall may let only the console in: open the ports for everyone.`,
  },
  onlyHere: {
    what: msg`It works within its own machine, but not at its public address.`,
    remedy: msg`Check the public address and the firewall. Some hosting providers do not let a machine connect to its own address.`,
  },
  onlyCustomers: {
    what: msg`Customers get through it, trial connections from here and from other nodes do not.`,
    remedy: msg`Check the network of this console. What customers see is what counts.`,
  },
  noUdp: {
    what: msg`Connections get through it, UDP does not: calls, games and HTTP/3 fail.`,
    remedy: msg`Open the ports of the accounts for UDP as well, also in the hosting provider’s panel.`,
  },
  someNames: {
    what: msg`It is reached by one of its addresses, and not by another.`,
    remedy: msg`Apps are given the others first. If the address is blocked, replace it below.`,
  },
  certificateEnds: {
    what: msg`Its certificate is about to expire, and was not replaced.`,
    remedy: msg`See below why it could not be ordered, or enter another one on “Edit server”.`,
  },
  notTried: {
    what: msg`No connection through it was tried.`,
    remedy: msg`Give an account this server, so that there is an open port to try.`,
  },
}

/** What the orders of the servers are called where there is no column to name them. */
export const SORT_NAMES: Readonly<Record<ServerSort, MessageDescriptor>> = {
  name: msg`Name`,
  trouble: msg`Problems first`,
  load: msg`Traffic now`,
  traffic: msg`Traffic this month`,
}
