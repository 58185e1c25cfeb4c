import { expect, test } from 'vitest'
import { clientOf } from './client-address.ts'

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
])('%s counts as %s', (address, client) => expect(clientOf(address)).toBe(client))
