import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { getProgramEnvironment } from '#config/config.ts'
import { makeMemoryFolder } from '../../../tests/world/memory-folder.ts'
import { createLog } from '../log.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const log = createLog('silent')
const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newFolder(): Promise<string> {
  const folder = await makeMemoryFolder()
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let initialised: string
beforeAll(async () => {
  initialised = await makeMemoryFolder()
  await (await startEmbedded(initialised, log)).stop()
  return () => rm(initialised, { recursive: true, force: true })
})

/** With a cluster of PostgreSQL that has stopped, which takes a second to make, and its owner. */
async function newInitialisedFolder(): Promise<string> {
  const folder = await newFolder()
  execFileSync('cp', ['-a', join(initialised, 'postgres'), folder])
  return folder
}

async function start(folder: string): Promise<Embedded> {
  const server = await startEmbedded(folder, log)
  cleanups.push(() => server.stop())
  return server
}

/** Another program that starts the same server and then only waits. It answers a statement with the first row. */
async function startElsewhere(folder: string, environment: Record<string, string> = {}): Promise<ChildProcess> {
  const program = join(folder, 'program.ts')
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  await writeFile(
    program,
    `import { startEmbedded } from ${module('embedded.ts')}
    import { createDb } from ${module('db.ts')}
    import { createLog } from ${module('../log.ts')}
    import { CompiledQuery } from ${JSON.stringify(createRequire(import.meta.url).resolve('kysely'))}
    const server = await startEmbedded(${JSON.stringify(folder)}, createLog('silent'))
    const { db } = createDb(server.url, createLog('silent'))
    process.on('message', async (message) => {
      if (message !== 'stop') return process.send((await db.executeQuery(CompiledQuery.raw(message))).rows[0])
      await server.stop()
      process.exit()
    })
    process.send('ready')`,
  )
  const child = fork(program, { execArgv: [], env: { ...getProgramEnvironment(), ...environment } })
  cleanups.push(async () => child.kill('SIGKILL'))
  const [event] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (event !== 'ready') throw new Error('the program did not start')
  return child
}

async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

async function findProcess(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('data survives a stop and a second start, and a stop leaves no process', async () => {
  const folder = await newInitialisedFolder()
  const first = await startEmbedded(folder, log)
  expect(first.isShared).toBe(false)
  await ask(first.url, 'create table kept (word text)')
  await ask(first.url, "insert into kept values ('here')")
  const pid = await findProcess(folder)
  await first.stop()
  expect(isAlive(pid)).toBe(false)

  const second = await start(folder)
  expect(await ask(second.url, 'select word from kept')).toBe('here')
})

test('listens on no port, and no other user can open its socket folder', async () => {
  const server = await start(await newInitialisedFolder())
  expect(await ask(server.url, 'show listen_addresses')).toBe('')
  expect(await ask(server.url, 'show unix_socket_permissions')).toBe('0700')
})

test('no variable of the person who starts it changes the server or its connections, and after a kill the next start takes the server over', async () => {
  const folder = await newInitialisedFolder()
  const program = await startElsewhere(folder, {
    PGHOST: 'elsewhere.test',
    PGPORT: '1',
    PGUSER: 'somebody',
    PGPASSWORD: 'wrong',
    PGDATABASE: 'elsewhere',
    PGSERVICE: 'elsewhere',
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGOPTIONS: '-c default_transaction_isolation=serializable -c search_path=elsewhere',
    PGDATESTYLE: 'SQL, DMY',
    PGTZ: 'Asia/Manila',
    PGCLIENTENCODING: 'LATIN1',
    PGAPPNAME: 'elsewhere',
    PGCONNECT_TIMEOUT: '1',
    PGDATA: '/elsewhere',
    TZ: 'Asia/Manila',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    NODE_ENV: 'production',
    DEBUG: '*',
  })
  program.send(
    `select current_setting('DateStyle') as dates, current_setting('TimeZone') as zone,
      current_setting('client_encoding') as encoding, current_setting('application_name') as name,
      current_setting('default_transaction_isolation') as isolation, current_setting('search_path') as path,
      current_setting('lc_messages') as language, current_database() as database, current_user as person`,
  )
  const [answer] = await once(program, 'message')
  expect(answer).toEqual({
    dates: 'ISO, MDY',
    zone: 'UTC',
    encoding: 'UTF8',
    name: 'understudy',
    isolation: 'read committed',
    path: '"$user", public',
    language: 'C',
    database: 'understudy',
    person: 'postgres',
  })

  // After a killed program the next start uses its server and stops it at the end.
  const pid = await findProcess(folder)
  program.kill('SIGKILL')
  await once(program, 'exit')
  expect(isAlive(pid)).toBe(true)
  const server = await startEmbedded(folder, log)
  expect(await findProcess(folder)).toBe(pid)
  await server.stop()
  expect(isAlive(pid)).toBe(false)
})

test('two programs may fill an empty data folder at the same time, and the last one stops the server', async () => {
  const folder = await newFolder()
  const [one, two] = await Promise.all([startElsewhere(folder), startEmbedded(folder, log)])
  expect(await ask(two.url, 'select 1')).toBe(1)
  const pid = await findProcess(folder)
  const third = await startEmbedded(folder, log)
  expect(third.isShared).toBe(true)
  await third.stop()
  await two.stop()
  expect(isAlive(pid)).toBe(true)
  one.send('stop')
  await once(one, 'exit')
  expect(isAlive(pid)).toBe(false)
})

test('a killed PostgreSQL is restarted while the program runs, with all acknowledged data', async () => {
  const folder = await newInitialisedFolder()
  const server = await start(folder)
  await ask(server.url, 'create table kept as select 7 as number')
  const busy = new pg.Client(server.url)
  busy.on('error', () => {})
  await busy.connect()
  const sleeping = busy.query('select pg_sleep(2)').catch(() => {})

  process.kill(await findProcess(folder), 'SIGKILL')
  await expect
    .poll(() => ask(server.url, 'select number from kept').catch(() => null), { timeout: 15_000, interval: 100 })
    .toBe(7)
  await sleeping
})

test.each([
  // Its connections may still answer for a moment, and then name a process that is gone.
  ['at the moment when', 0],
  ['right after', 50],
])('a stop %s PostgreSQL was killed leaves nothing running', async (_when, milliseconds) => {
  const folder = await newInitialisedFolder()
  const server = await startEmbedded(folder, log)
  const killed = await findProcess(folder)
  process.kill(killed, 'SIGKILL')
  await pause(milliseconds)
  await server.stop()
  const pid = await findProcess(folder).catch(() => null)
  if (pid !== null && pid !== killed) expect(isAlive(pid)).toBe(false)
  // The system ends a killed process in its own time.
  await expect.poll(() => isAlive(killed)).toBe(false)
})

test('a process that took over an old process id is never signalled', async () => {
  const folder = await newInitialisedFolder()
  const first = await startEmbedded(folder, log)
  await first.stop()
  const bystander = fork('-e', ['setInterval(() => {}, 1000)'], { execArgv: [] })
  cleanups.push(async () => bystander.kill('SIGKILL'))
  await writeFile(join(folder, 'postgres', 'postmaster.pid'), `${bystander.pid}\n${join(folder, 'postgres')}\n`)

  const failed = await startEmbedded(folder, log).then(
    (server) => server.stop(),
    () => {},
  )
  expect(failed).toBeUndefined()
  expect(bystander.exitCode).toBeNull()
})

test.each(['/dev/null/data', '/proc/data'])(
  'a data folder that cannot be written (%s) is one clear sentence',
  async (folder) => {
    await expect(startEmbedded(folder, log)).rejects.toThrow(`The data folder ${folder} cannot be written.`)
  },
)

test('a data folder works even if its path is too long for a socket', async () => {
  const folder = join(await newFolder(), 'long'.repeat(20), 'path'.repeat(20))
  const server = await start(folder)
  expect(await ask(server.url, 'select 1')).toBe(1)
})

test('a data folder with blanks, commas and accents in its name works', async () => {
  const server = await start(join(await newFolder(), 'my café, 100%25 "data"'.replaceAll('"', '')))
  expect(await ask(server.url, 'select 1')).toBe(1)
})
