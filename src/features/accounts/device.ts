/** Where a session is begun: what its device is called, and whether it is bound to its browser. */
import type { IncomingHttpHeaders } from 'node:http'
import Bowser from 'bowser'
import type { Config } from '#config.ts'

export type Device = {
  /** As a person would call it: `Firefox on Linux`. */
  name: string
  /** Contract §3: outside development, by a request with an `Origin` header. */
  isBound: boolean
  /** As an admin, outside development, always. */
  isBoundAsAdmin?: boolean
  /** The request's own, to tell whether this browser is known to the account. */
  cookies?: string | undefined
}

export function deviceOf({ mode }: Pick<Config, 'mode'>, headers: IncomingHttpHeaders): Device {
  return {
    name: deviceName(headers['user-agent']),
    isBound: mode === 'production' && headers.origin !== undefined,
    isBoundAsAdmin: mode === 'production',
    cookies: headers.cookie,
  }
}

/** Whether new tokens of the session will need its cookie. */
export function isBoundAs(device: Device, audience: 'learner' | 'admin'): boolean {
  return device.isBound || (audience === 'admin' && device.isBoundAsAdmin === true)
}

/** Programs that are no browsers have one name, so that nobody writes theirs into a mail of ours. */
function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown device'
}
