import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { withDatabase } from '../../../tests/world/postgres.ts'
import { CONNECTIONS_OF_PROCESS, type DatabaseFacts, findDatabaseFault } from './requirements.ts'

const FIT: DatabaseFacts = {
  version: '18.1',
  database: 'school',
  role: 'app',
  schema: 'public',
  encoding: 'UTF8',
  isReadOnly: false,
  mayCreateTables: true,
  mayCreateJobs: true,
  mayWriteTables: true,
  connections: CONNECTIONS_OF_PROCESS,
}

test('a database with all that is needed has no fault, also of a later version', () => {
  for (const version of ['18.0', '18beta1', '19.3', '20devel'])
    expect(findDatabaseFault({ ...FIT, version }), version).toBeNull()
})

test.each(['9.6.24', '14.12', '16.4', '17.6'])(
  'PostgreSQL %s is refused with the version that is needed',
  (version) => {
    expect(findDatabaseFault({ ...FIT, version })).toBe(
      `DATABASE_URL names PostgreSQL ${version}. Version 18 or newer is needed.`,
    )
  },
)

describe('a start and each command say what an own PostgreSQL lacks', () => {
  const id = randomBytes(4).toString('hex')
  const role = `app_${id}`
  let admin: pg.Client
  const databases: string[] = []
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-fit-'))
    admin = new pg.Client(inject('postgresUrl'))
    await admin.connect()
    await admin.query(`create role ${role} login`)
  })
  afterAll(async () => {
    for (const name of databases) await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${role}`)
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  })

  async function givenDatabase(options = ''): Promise<string> {
    const name = `fit_${id}_${databases.length}`
    await admin.query(`create database ${name} template template0 ${options}`)
    databases.push(name)
    return name
  }

  async function start(database: string, user: string | null = role): Promise<string> {
    const url = new URL(withDatabase(inject('postgresUrl'), database))
    if (user) url.username = user
    const config = readConfig({
      DATABASE_URL: url.href,
      SECRET: 'the secret of this test, and of no other',
      BLOB_DIR: folder,
    })
    return createDeps(config, false, 'check').then(
      async ({ close }) => {
        await close()
        return 'started'
      },
      (error: Error) => error.message,
    )
  }

  test.each(['LATIN1', 'SQL_ASCII'])('the encoding %s', async (encoding) => {
    const name = await givenDatabase(`encoding '${encoding}' locale_provider libc lc_collate 'C' lc_ctype 'C'`)
    expect(await start(name, null)).toBe(
      `The database ${name} has the encoding ${encoding}, and UTF8 is needed: create another one with “create database … encoding 'UTF8' template template0”.`,
    )
  })

  test('no right to create tables, then none for the schema of the jobs, then both', async () => {
    const name = await givenDatabase()
    expect(await start(name)).toBe(
      `The role ${role} may not create tables in the schema public of ${name}, which is needed: run “grant create on schema public to ${role}” as its owner.`,
    )
    const owner = new pg.Client(withDatabase(inject('postgresUrl'), name))
    await owner.connect()
    await owner.query(`grant create on schema public to ${role}`)
    expect(await start(name)).toBe(
      `The role ${role} may not create the schema pgboss in ${name}, which is needed for jobs: run “grant create on database ${name} to ${role}” as its owner.`,
    )
    await owner.query(`grant create on database ${name} to ${role}`)
    expect(await start(name)).toBe('started')
    await owner.query(`drop owned by ${role}; create table migration (name text)`)
    await owner.query(`grant create on schema public to ${role}; grant create on database ${name} to ${role}`)
    expect(await start(name)).toMatch(/may not write the tables of .*, which another role created/)
    await owner.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await start(name)).toMatch(/ is read-only, and one that can be written is needed/)
    await owner.end()
  })

  test('no schema for the tables', async () => {
    const name = await givenDatabase(`owner ${role}`)
    await admin.query(`alter role ${role} in database ${name} set search_path = "$user"`)
    expect(await start(name)).toBe(
      `The search path of ${role} names no schema in ${name}, and one for the tables is needed: run “create schema ${role}”.`,
    )
  })

  test('too few connections of the role or of the database, and none that is free', async () => {
    const name = await givenDatabase(`owner ${role}`)
    const sentence = (limit: number) =>
      `The role ${role} may open ${limit} connections to ${name}, and each process needs ${CONNECTIONS_OF_PROCESS}: raise max_connections of the server, or the connection limit of the role or the database.`
    await admin.query(`alter database ${name} connection limit 12`)
    expect(await start(name)).toBe(sentence(12))
    await admin.query(`alter role ${role} connection limit 3`)
    expect(await start(name)).toBe(sentence(3))
    await admin.query(`alter role ${role} connection limit 0`)
    expect(await start(name)).toBe(
      `The database ${name} on localhost does not answer (too many connections for role "${role}"): each process needs ${CONNECTIONS_OF_PROCESS} connections. Check DATABASE_URL.`,
    )
    await admin.query(`alter role ${role} connection limit -1`)
  })

  test('a database or a role that does not exist is named in the words of PostgreSQL', async () => {
    expect(await start(`none_${id}`)).toContain(`(database "none_${id}" does not exist)`)
    expect(await start(await givenDatabase(), `nobody_${id}`)).toContain(`(role "nobody_${id}" does not exist)`)
  })
})
