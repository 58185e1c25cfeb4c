import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { openLog } from '#platform/log.ts'
import { withDatabase } from './postgres.ts'

export type TestDatabase = { db: Db; url: string; close(): Promise<void> }

/** A fresh, migrated database of one's own. Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openTestDatabase(connections = 10): Promise<TestDatabase> {
  return openCopyOf(inject('template'), connections)
}

/** A database with nothing in it. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return openCopyOf('template0', 10)
}

async function openCopyOf(template: string, connections: number): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${template}`)
  const url = withDatabase(inject('postgresUrl'), name)
  const { db, close } = openDb(url, openLog('silent'), connections)
  return {
    db,
    url,
    async close() {
      await close()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
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
