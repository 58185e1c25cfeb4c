/** Which client an address stands for, where uses are counted; and whose word about it is believed. */
import ipaddr from 'ipaddr.js'

/**
 * IPv4 as it is, also where it comes inside IPv6; of IPv6 the /64, which one household has whole. What is no
 * address (a proxy wrote a port beside it, or nonsense) is one client with all that is none.
 */
export function clientOf(address: string): string {
  const bare = /^\[?([^\]]*?)\]?(?::\d+)?$/.exec(/^[^:]*:\d+$|^\[/.test(address) ? address : `[${address}]`)?.[1] ?? ''
  if (!ipaddr.isValid(bare)) return 'unknown'
  const known = ipaddr.process(bare)
  if (known.kind() === 'ipv4') return known.toString()
  const parts = (known as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}

/** The machine itself: whoever works here, or a web server in front that does not say for whom it asks. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** Whether the machine at the other end of the connection is one of the web servers in front: addresses or networks. */
export function isTrustedProxy(address: string | undefined, proxies: readonly string[]): boolean {
  if (!address || !ipaddr.isValid(address)) return false
  const peer = ipaddr.process(address)
  return proxies.some((proxy) => {
    const network = ipaddr.process(proxy.split('/')[0] ?? '')
    const bits = proxy.includes('/') ? Number(proxy.split('/')[1]) : network.kind() === 'ipv4' ? 32 : 128
    return network.kind() === peer.kind() && peer.match(network, bits)
  })
}
