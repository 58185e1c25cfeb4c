/**
 * Loaded into a server before anything else (`node --import`). While the file `FULL_DISK_FLAG` exists, each write of a
 * blob stores half of its bytes and then fails, as on a full disk. The program itself knows nothing of it.
 */
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'

const flag = process.env.FULL_DISK_FLAG
const handle = await open(process.execPath)
const prototype = Object.getPrototypeOf(handle) as { writeFile(content: Uint8Array): Promise<void> }
await handle.close()
const write = prototype.writeFile

prototype.writeFile = async function (content) {
  if (!flag || !existsSync(flag)) return write.call(this, content)
  await write.call(this, content.subarray(0, content.length / 2))
  throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
}
