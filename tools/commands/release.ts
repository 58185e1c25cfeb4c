/** `npm run u -- release`: makes the tarball of a version, which a server runs without a bundler. */
import { statSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { StartupError } from '#config/config.ts'
import { readMigrations } from '#platform/db/migrate.ts'
import { hashFile, makeTarball } from '../release/make-tarball.ts'
import {
  findMigrationFaults,
  readReleasedMigrations,
  recordReleasedMigrations,
} from '../release/released-migrations.ts'

export async function runRelease(folder: string): Promise<void> {
  const faults = findMigrationFaults(await readMigrations(), readReleasedMigrations())
  if (faults.length > 0) throw new StartupError(faults.join('\n'))
  const added = await recordReleasedMigrations()
  if (added.length > 0)
    console.log(`migrations/released.json now lists ${added.join(', ')}. Commit it with the tag of this release.`)
  const path = await makeTarball(resolve(folder))
  writeFileSync(`${path}.sha256`, `${await hashFile(path)}  ${basename(path)}\n`)
  console.log(`${path}: ${(statSync(path).size / 1e6).toFixed(1)} MB, with its checksum beside it.`)
}
