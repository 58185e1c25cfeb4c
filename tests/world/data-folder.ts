/** The data folder of one server of the tests. */
import { constants } from 'node:fs'
import { chmod, cp } from 'node:fs/promises'
import { makeMemoryFolder } from './memory-folder.ts'

/** Names the folder that `ready-folder.ts` makes for a run of tests. */
export const READY_FOLDER = 'UNDERSTUDY_READY_FOLDER'

/** With the demo in it, as after a first start, if the run has made a folder ready; otherwise empty. */
export async function createDataFolder({ isEmpty }: { isEmpty: boolean }): Promise<string> {
  const folder = await makeMemoryFolder()
  const ready = process.env[READY_FOLDER]
  if (ready && !isEmpty) await cp(ready, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await chmod(folder, 0o711)
  return folder
}
