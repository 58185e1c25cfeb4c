/**
 * Vitest's set-up for tests with whole servers: builds the program once and starts it once, so that each server of a
 * test begins with a copy of a data folder that has the database and the demo.
 */
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, isBuilt } from '../../tools/build.ts'
import { READY_FOLDER } from './data-folder.ts'
import { startServer } from './server.ts'

let folder: string | undefined

export async function setup(): Promise<void> {
  // Vitest calls it for each project, and one folder is enough.
  if (process.env[READY_FOLDER]) return
  if (!isBuilt()) await build()
  const server = await startServer()
  folder = server.dataDir
  const code = await server.interrupt()
  if (code !== 0) throw new Error(`the first start ended with ${code}:\n${server.output()}`)
  // Tests kill programs, never the machine, so that a write needs no wait for the disk.
  await appendFile(join(folder, 'postgres', 'postgresql.conf'), '\nfsync = off\n')
  process.env[READY_FOLDER] = folder
}

export async function teardown(): Promise<void> {
  if (folder) await rm(folder, { recursive: true, force: true })
}
