import { expect, test } from 'vitest'
import { settingsOn } from './embedded-server.ts'

test('a commit waits for the disk itself, on macOS too, which has to be asked for that', () => {
  expect(settingsOn('darwin')).toEqual({ ...settingsOn('linux'), wal_sync_method: 'fsync_writethrough' })
  expect(Object.keys(settingsOn('linux'))).not.toContain('wal_sync_method')
})
