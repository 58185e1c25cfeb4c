/** The folder of a release: the program with built pages, without its tests, and with a list of packages without the bundler. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '#config/config.ts'
import { markAsBuilt } from '../build.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What only a build needs. The built pages contain what they use of these. */
const BUILD_PACKAGES = ['@react-router/dev', '@react-router/node', 'vite']
const LEFT_OUT = /^(tests|\.[^/]+|docs\/pictures)\/|\.test\.tsx?$|^(biome\.json|knip\.json|vitest\.config\.ts|\.[^/]+)$/

/**
 * The tracked files of a release, without the built pages. Others of the checkout may be notes, dumps or keys.
 *
 * @param more options of `git ls-files`, for more files
 * @throws StartupError without git
 */
export function listReleaseFiles(...more: string[]): string[] {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 } as const
    return execFileSync('git', ['ls-files', '-z', '--cached', ...more], options)
      .split('\0')
      .filter((file) => file !== '' && !LEFT_OUT.test(file))
      .sort()
  } catch {
    throw new StartupError('A release is made from a checkout, whose files git lists. Run this in one.')
  }
}

/** The pages must be built. */
export function stageRelease(folder: string): void {
  for (const file of [...listReleaseFiles(), 'build/client', 'build/server']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  }
  leaveOutBundler(folder)
  markAsBuilt(folder)
}

/** npm then finds the same versions in the lock file, and marks those of the bundler as packages of developers. */
function leaveOutBundler(folder: string): void {
  const path = join(folder, 'package.json')
  const contents = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
  for (const name of BUILD_PACKAGES) {
    contents.devDependencies![name] = contents.dependencies![name]!
    delete contents.dependencies![name]
  }
  writeFileSync(path, `${JSON.stringify(contents, null, 2)}\n`)
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...options, '--prefer-offline'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
