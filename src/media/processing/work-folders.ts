/** The temporary folder of each step. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'understudy-media-'
/** An encoder adds a file to its folder more often than this. */
const OLD_MS = 24 * 60 * 60 * 1000

export function createWorkFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), PREFIX))
}

/** Deletes what killed workers left. Folders of another user stay. */
export async function deleteOldWorkFolders(root: string, now: Date): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(root, name)
    const entry = await stat(path).catch(() => null)
    if (entry && now.getTime() - entry.mtimeMs > OLD_MS)
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
