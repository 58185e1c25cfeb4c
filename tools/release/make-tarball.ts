import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import packageJson from '../../package.json' with { type: 'json' }
import { build, isBuilt } from '../build.ts'
import { stageRelease } from './stage-release.ts'

/** The folder in the tarball. */
export const RELEASE_NAME = `understudy-${packageJson.version}`

/** Builds the pages if their sources changed. @returns the path of the tarball */
export async function makeTarball(folder: string): Promise<string> {
  if (!isBuilt()) await build()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${RELEASE_NAME}.tar.gz`)
  const stage = mkdtempSync(join(tmpdir(), 'understudy-release-'))
  try {
    stageRelease(stage)
    await packFolder(stage, path)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  return path
}

/** Equal files give equal tarballs: names are sorted, and owners and times are left out. */
async function packFolder(folder: string, path: string): Promise<void> {
  const packer = pack()
  const content = Readable.from(packer, { objectMode: false })
  const writing = pipeline(content, createGzip({ level: 9 }), createWriteStream(path))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    const isProgram = ((await stat(file)).mode & 0o100) !== 0
    const name = `${RELEASE_NAME}/${relative(folder, file)}`
    packer.entry({ name, mode: isProgram ? 0o755 : 0o644, mtime: new Date(0) }, await readFile(file))
  }
  packer.finalize()
  await writing
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
