/** Folders for the PostgreSQL of tests. */
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often have 64 MB there. */
const NEEDED_BYTES = 2_000_000_000
const HOUR_MS = 3_600_000

/**
 * In memory, if there is room. A database consists of a thousand small files: a busy disk takes seconds to copy them,
 * and memory a twentieth of it.
 */
export async function makeMemoryFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null)
  const isRoomy = memory !== null && memory.bavail * memory.bsize > NEEDED_BYTES
  if (isRoomy) await removeOrphans()
  const folder = await mkdtemp(join(isRoomy ? MEMORY : tmpdir(), `understudy-${process.pid}-`))
  await chmod(folder, 0o711)
  return folder
}

/** Killed runs leave their folders in memory. A PostgreSQL whose folder is gone ends within a minute. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = /^understudy-(\d+)-/.exec(name) ?? []
    const path = join(MEMORY, name)
    if (!pid || isRunning(Number(pid))) continue
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now())
    if (age > HOUR_MS) await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
