import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toFile, UNFINISHED_BACKUP } from './archive.ts'
import type { BackupStore } from './backup-store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export function createFolderStore(folder: string): BackupStore {
  const toAddress = (name: string) => join(folder, name)
  return {
    toAddress,
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    list: () => readdir(folder),
    delete: (name) => rm(toAddress(name), { force: true }),
    async deleteRemains(prefix, now) {
      for (const name of (await readdir(folder)).filter((one) => UNFINISHED_BACKUP.test(one))) {
        const entry = await stat(toAddress(name)).catch(() => null)
        const ageMs = entry ? now.getTime() - entry.mtimeMs : 0
        // A backup of this installation has the turn of this process, so the file is not being written.
        if (ageMs > (name.startsWith(`.${prefix}`) ? HOUR_MS : DAY_MS)) await rm(toAddress(name), { force: true })
      }
    },
    createTarget: (name) => toFile(toAddress(name)),
    /** The folder may be on the disk of the database, which must not fill up. */
    async requireSpace(bytes) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize <= bytes)
        throw new Error(
          `The disk of ${folder} has ${toMegabytes(bavail * bsize)} MB left, and the last backup needed ${toMegabytes(bytes)} MB.`,
        )
    },
    async readText(name) {
      return readFile(toAddress(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
    },
    async writeText(name, content) {
      const unfinished = `${toAddress(name)}.${randomBytes(6).toString('hex')}`
      await writeFile(unfinished, content, { mode: 0o600, flush: true })
      await rename(unfinished, toAddress(name))
    },
    close() {},
  }
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1e6)
