/** The device of a new session: its name, and whether the session is bound to the browser. */
import type { IncomingHttpHeaders } from 'node:http'
import Bowser from 'bowser'
import type { Config } from '#config/config.ts'

export type Device = {
  /** For people to read: `Firefox on Linux`. */
  name: string
  /** True outside development for a request with an `Origin` header. docs/contract §3. */
  isBound: boolean
  /** Admin sessions are always bound outside development. */
  isBoundAsAdmin?: boolean
  /** Cookies of the request. They show whether the account knows this browser. */
  cookies?: string | undefined
}

export function readDevice({ mode }: Pick<Config, 'mode'>, headers: IncomingHttpHeaders): Device {
  return {
    name: deviceName(headers['user-agent']),
    isBound: mode === 'production' && headers.origin !== undefined,
    isBoundAsAdmin: mode === 'production',
    cookies: headers.cookie,
  }
}

/** Whether a refresh of the session requires its cookie. */
export function isBoundForAudience(device: Device, audience: 'learner' | 'admin'): boolean {
  return device.isBound || (audience === 'admin' && device.isBoundAsAdmin === true)
}

/** Unknown programs share one name, so that no caller can put its own text into our e-mails. */
function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown device'
}
