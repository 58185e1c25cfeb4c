import { expect, test } from 'vitest'
import { isTrustedProxy, normaliseClientAddress } from './client-address.ts'

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['127.0.0.1', '127.0.0.1'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
  ['1.2.3.4.5', 'unknown'],
])('%s counts as %s', (address, client) => expect(normaliseClientAddress(address)).toBe(client))

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['127.0.0.1', ['192.0.2.1', '127.0.0.1'], true],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['2001:db9::7', ['2001:db8::/32', '10.0.0.0/8'], false],
  ['10.1.2.3', [], false],
  [undefined, ['10.0.0.0/8'], false],
])('%s is a web server of our own among %j: %s', (address, proxies, is) => {
  expect(isTrustedProxy(address, proxies)).toBe(is)
})
