import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { createDiskBlobs } from '#platform/blobs/disk-blobs.ts'
import { createDb, type DbTimeouts } from '#platform/db/db.ts'
import { createLog } from '#platform/log.ts'
import { withDatabase } from './postgres.ts'

/** Also an empty store of media and the settings of the demo. */
export type TestDatabase = Pick<Deps, 'db' | 'blobs' | 'config'> & { url: string; close(): Promise<void> }

/** A burst of statements on a slow machine must not fail a test. */
const GENEROUS: Partial<DbTimeouts> = {
  lock_timeout: 30_000,
  statement_timeout: 120_000,
  connectionTimeoutMillis: 60_000,
}

/**
 * A fresh, migrated database of one's own. Call it in `beforeAll`, and `close` in `afterAll`.
 *
 * @param timeouts `{}` for those of the product
 */
export async function createTestDatabase(connections = 10, timeouts = GENEROUS): Promise<TestDatabase> {
  return createDatabaseFrom(inject('template'), connections, timeouts)
}

/** A database with nothing in it. */
export async function createEmptyDatabase(timeouts = GENEROUS): Promise<TestDatabase> {
  return createDatabaseFrom('template0', 10, timeouts)
}

async function createDatabaseFrom(
  template: string,
  connections: number,
  timeouts: Partial<DbTimeouts>,
): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  if (!server) throw new Error('There is no database: a test file gets one if it imports from tests/world itself.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(server, name)
  const { db, close } = createDb(url, createLog('silent'), connections, timeouts)
  const blobFolder = join(tmpdir(), `understudy-${name}`)
  return {
    db,
    url,
    blobs: createDiskBlobs(blobFolder),
    config: readConfig({ MODE: 'demo' }),
    async close() {
      await close()
      await rm(blobFolder, { recursive: true, force: true })
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}

export type OwnedDatabase = { url: string; close(): Promise<void> }

/** A database with nothing in it, whose owner is no superuser, as an operator's own PostgreSQL gives it. */
export async function createOwnedDatabase(): Promise<OwnedDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create role ${name} login`)
  await asAdmin(`create database ${name} owner ${name} template template0 strategy file_copy`)
  const url = new URL(withDatabase(inject('postgresUrl'), name))
  url.username = name
  return {
    url: url.href,
    async close() {
      await asAdmin(`drop database ${name} with (force)`)
      await asAdmin(`drop role ${name}`)
    },
  }
}

/** With the rows of another one, to which nothing is connected. Close it before that one, which has the same owner. */
export async function copyOwnedDatabase({ url }: OwnedDatabase): Promise<OwnedDatabase> {
  const { username: owner } = new URL(url)
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} owner ${owner} template ${owner} strategy file_copy`)
  return { url: withDatabase(url, name), close: () => asAdmin(`drop database ${name} with (force)`) }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
