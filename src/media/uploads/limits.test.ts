import { expect, test } from 'vitest'
import { isStorageShort } from './limits.ts'

const GB = 1_000_000_000
const isShort = (free: number, total: number, bytes = 0) =>
  isStorageShort({ getFreeSpace: async () => ({ free, total }) }, bytes)

test('uploads are refused when less than 2 GB or less than 5 % of the disk would stay free', async () => {
  expect(await isShort(1.9 * GB, 10 * GB)).toBe(true)
  expect(await isShort(2.1 * GB, 10 * GB)).toBe(false)
  expect(await isShort(49 * GB, 1000 * GB)).toBe(true)
  expect(await isShort(51 * GB, 1000 * GB)).toBe(false)
  expect(await isShort(51 * GB, 1000 * GB, 2 * GB)).toBe(true)
})

test('a store that does not know its size is never short', async () => {
  expect(await isStorageShort({ getFreeSpace: async () => null }, GB)).toBe(false)
})
