/** Builds pages and server if their sources changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { StartupError } from '#config/config.ts'

const ROOT = join(import.meta.dirname, '..')
const MARK = join(ROOT, 'build/.sources')
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
  return readMark() === hashSources()
}

export async function build(): Promise<void> {
  const hash = hashSources()
  rmSync(MARK, { force: true })
  const bin = join(ROOT, 'node_modules/.bin/react-router')
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
  mkdirSync(dirname(MARK), { recursive: true })
  writeFileSync(MARK, hash)
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
    return readFileSync(MARK, 'utf8')
  } catch {
    return null
  }
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex')
}

if (import.meta.main && !(process.argv.includes('--if-changed') && isBuilt())) await build()
