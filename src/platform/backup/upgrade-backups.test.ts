/** Which backup leads back from an upgrade. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findUpgradeBackup, toUpgradeBackupName } from './upgrade-backups.ts'

const STORE = '0f2f4a54-3c1b-4f0e-9d1c-2f6f0a4f1c11'
const OTHER_STORE = '9a2f4a54-3c1b-4f0e-9d1c-2f6f0a4f1c11'

test('only a backup of the hour of the migrations leads back', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'understudy-upgrades-'))
  try {
    const config = { dataDir: dir, backups: { dir, s3: null, passphrase: null, scratchUrl: null } }
    const put = async (storeId: string, time: string) => {
      const name = toUpgradeBackupName(storeId, new Date(time))
      await writeFile(join(dir, name), '')
      return join(dir, name)
    }
    const find = (time: string) => findUpgradeBackup(config, STORE, new Date(time))
    // An upgrade that was killed and never done, the next one, and a trial of the version after it.
    await put(STORE, '2026-11-02T10:00:00Z')
    const made = await put(STORE, '2026-11-09T10:00:00Z')
    await put(STORE, '2026-11-12T10:00:00Z')
    await put(OTHER_STORE, '2026-11-09T10:05:00Z')
    expect(await find('2026-11-09T10:20:00Z')).toBe(made)
    // A start migrated the database without a backup.
    expect(await find('2026-11-03T10:00:00Z')).toBe(null)
    expect(await find('2026-11-09T11:30:00Z')).toBe(null)
  } finally {
    await rm(dir, { recursive: true })
  }
})
