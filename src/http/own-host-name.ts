/** The host names of this installation, by which a call may name its site. */
import type { Config } from '#config/config.ts'

type Site = Pick<
  Config,
  | 'mode'
  | 'demoPublic'
  | 'host'
  | 'publicUrl'
  | 'loginApiUrl'
  | 'paymentApiUrl'
  | 'staticDataApiUrl'
  | 'communityApiUrl'
>

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** @param name of a host, with or without a port, in any case. A public demo is reached by any name of its machine. */
export function isOwnHostName(config: Site, name: string): boolean {
  if (config.demoPublic) return true
  const hostName = name.toLowerCase().replace(/:\d+$/, '')
  const { publicUrl, loginApiUrl, paymentApiUrl, staticDataApiUrl, communityApiUrl } = config
  return (
    [publicUrl, loginApiUrl, paymentApiUrl, staticDataApiUrl, communityApiUrl].some(
      (url) => new URL(url).hostname === hostName,
    ) ||
    (config.mode !== 'production' && [...LOCAL_NAMES, config.host].includes(hostName))
  )
}
