import { expect, test } from 'vitest'
import { createSettings } from './embedded-server.ts'

test('a commit waits for the disk, on macOS too, which needs a setting', () => {
  expect(createSettings('darwin')).toEqual({ ...createSettings('linux'), wal_sync_method: 'fsync_writethrough' })
  expect(Object.keys(createSettings('linux'))).not.toContain('wal_sync_method')
})
