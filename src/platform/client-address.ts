/** Client addresses as rate limits count them, and the proxies whose word about an address is trusted. */
import ipaddr from 'ipaddr.js'

/**
 * IPv4 addresses stay, also inside IPv6. An IPv6 address becomes its /64, because one household has all of it. All
 * invalid addresses count as one client, `unknown`.
 */
export function normaliseClientAddress(address: string): string {
  const addressText =
    /^\[?([^\]]*?)\]?(?::\d+)?$/.exec(/^[^:]*:\d+$|^\[/.test(address) ? address : `[${address}]`)?.[1] ?? ''
  if (!ipaddr.isValid(addressText)) return 'unknown'
  const parsed = ipaddr.process(addressText)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}

/** The machine itself: a local user, or a reverse proxy that does not name its client. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** @param proxies addresses or networks of the reverse proxies */
export function isTrustedProxy(address: string | undefined, proxies: readonly string[]): boolean {
  if (!address || !ipaddr.isValid(address)) return false
  const peer = ipaddr.process(address)
  return proxies.some((proxy) => {
    const network = ipaddr.process(proxy.split('/')[0] ?? '')
    const bits = proxy.includes('/') ? Number(proxy.split('/')[1]) : network.kind() === 'ipv4' ? 32 : 128
    return network.kind() === peer.kind() && peer.match(network, bits)
  })
}
