/** One PostgreSQL for a whole test run, with a migrated database in it that every test file copies. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createJobQueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { makeMemoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    template: string
  }
}

let tearDown = async () => {}

export async function setup(project: TestProject): Promise<void> {
  const folder = await makeMemoryFolder()
  const server = await startEmbedded(folder, createLog('silent'), {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '200',
    // A database lives for seconds: planning each statement five times, and looking for rows to clean, take a tenth of all.
    plan_cache_mode: 'force_generic_plan',
    autovacuum: 'off',
  })
  tearDown = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const template = `template_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  await fill(withDatabase(server.url, template))

  project.provide('postgresUrl', server.url)
  project.provide('template', template)
}

export async function teardown(): Promise<void> {
  await tearDown()
}

async function fill(url: string): Promise<void> {
  const log = createLog('silent')
  const { db, close } = createDb(url, log)
  await migrate(db)
  await close()
  const jobs = createJobQueue(url, log)
  await jobs.start()
  await jobs.stop()
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
