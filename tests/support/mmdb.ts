/** A MaxMind database of a few networks, as the format's description has it (maxmind.github.io/MaxMind-DB). */
import ipaddr from 'ipaddr.js'

type Node = [Node | number | null, Node | number | null]
type Value = string | number | { [key: string]: Value }

/** `{ '203.0.113.0/24': 'PH', '2001:db8::/32': 'GB' }` */
export function createMmdb(networks: Record<string, string>): Buffer {
  const root: Node = [null, null]
  const data: Buffer[] = []
  for (const [network, country] of Object.entries(networks)) {
    const offset = data.reduce((sum, part) => sum + part.length, 0)
    data.push(encode({ country: { iso_code: country } }))
    plant(root, toBits(network), offset)
  }
  const nodes = list(root)
  const record = (to: Node[0]) => {
    const value = to === null ? nodes.length : typeof to === 'number' ? nodes.length + 16 + to : nodes.indexOf(to)
    return Buffer.from([value >> 16, (value >> 8) & 255, value & 255])
  }
  const tree = nodes.flatMap(([left, right]) => [record(left), record(right)])
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Country',
    ip_version: 6,
    node_count: nodes.length,
    record_size: 24,
  }
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, mark, encode(about)])
}

function toBits(network: string): string {
  const [address, length] = ipaddr.parseCIDR(network)
  const bits = address
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return address.kind() === 'ipv4' ? '0'.repeat(96) + bits.slice(0, length) : bits.slice(0, length)
}

function plant(root: Node, bits: string, offset: number): void {
  let at = root
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '1' ? 1 : 0
    const next = at[side]
    at = at[side] = Array.isArray(next) ? next : [null, null]
  }
  at[bits.endsWith('1') ? 1 : 0] = offset
}

function list(node: Node): Node[] {
  return [node, ...node.flatMap((next) => (Array.isArray(next) ? list(next) : []))]
}

/** Maps, short texts and 32-bit numbers. */
function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
  if (typeof value === 'number') {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(value)
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), number])
  }
  const parts = Object.entries(value).flatMap(([key, each]) => [encode(key), encode(each)])
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(value).length]), ...parts])
}
