/** Which client an address stands for, where uses are counted. */
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
