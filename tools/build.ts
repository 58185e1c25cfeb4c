/** Builds pages and server if their sources changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { StartupError } from '#config/config.ts'

const ROOT = join(import.meta.dirname, '..')
const MARK = 'build/.sources'
export const SERVER_BUNDLE = join(ROOT, 'build/server/index.js')

/** The sources of a build. The demo content is read at start and not built in. */
const SOURCES = [
  'src/**/*.{ts,tsx,css,woff2,svg,png}',
  'public/**/*.*',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'tools/bundler/*.ts',
  'tools/script-groups.ts',
  'react-router.config.ts',
]

export function isBuilt(): boolean {
  return readMark() === hashSources(ROOT)
}

/** For a copy of the program in another folder, with the pages that were built here. */
export function markAsBuilt(root: string): void {
  writeFileSync(join(root, MARK), hashSources(root))
}

export async function build(): Promise<void> {
  const bin = join(ROOT, 'node_modules/.bin/react-router')
  if (!existsSync(bin))
    throw new StartupError(
      'This is a release with built pages, but its files were changed, and it has no bundler. Unpack the release again.',
    )
  const hash = hashSources(ROOT)
  rmSync(join(ROOT, MARK), { force: true })
  const environment = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [bin, 'build'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const [code, signal] = await once(child, 'close')
  if (signal === 'SIGKILL') {
    throw new StartupError(
      'The system ended the build of the pages, most likely because memory ran out: it needs 1.5 GB. Stop other programs, add swap, or build on another machine and copy the folder "build".',
    )
  }
  if (code !== 0) throw new Error(`The build failed:\n${output}`)
  await compressAssets()
  writeFileSync(join(ROOT, MARK), hash)
}

/** Compresses once at the highest level, on all cores, so that no request waits for it. */
async function compressAssets(): Promise<void> {
  const paths = globSync('build/client/assets/*.{js,css,svg}', { cwd: ROOT }).map((file) => join(ROOT, file))
  await Promise.all(
    paths.map(async (path) => {
      const text = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text))
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
    }),
  )
}

function readMark(): string | null {
  try {
    readFileSync(SERVER_BUNDLE)
    return readFileSync(join(ROOT, MARK), 'utf8')
  } catch {
    return null
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

if (import.meta.main && !(process.argv.includes('--if-changed') && isBuilt())) await build()
