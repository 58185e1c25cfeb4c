import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  return promisify(execFile)(process.execPath, ['tools/u.ts', ...args]).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}

const listCommands = (folder: string) => {
  const files = globSync(`${folder}/*.ts`, { exclude: ['**/*.test.ts'] })
  return files.map((file) => basename(file, '.ts'))
}

test.each([
  ['without a command, lists every command', [], 'tools/commands'],
  ['the help of prove lists every part', ['help', 'prove'], 'tools/commands/prove'],
])('%s with one line of help', async (_name, args, folder) => {
  const { code, output } = await run(...args)
  expect(code).toBe(0)
  const names = listCommands(folder)
  expect(names.length).toBeGreaterThan(7)
  for (const name of names) expect(output).toMatch(new RegExp(`^ {2}${name}( [<[].*?)? {2,}\\w`, 'm'))
})

test('a missing argument or an unknown command prints the way to call it, and fails', async () => {
  expect(await run('import')).toMatchObject({ code: 1, output: expect.stringContaining('import [options] <folder>') })
  expect(await run('imports')).toMatchObject({ code: 1, output: expect.stringContaining('Did you mean import?') })
})

test('every command can be loaded without a bundler', async () => {
  const files = globSync('tools/commands/**/*.ts', { exclude: ['**/*.test.ts'] })
  const imports = files.map((file) => `import('./${file}')`).join(', ')
  const loading = promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `await Promise.all([${imports}])`,
  ])
  await expect(loading).resolves.toMatchObject({ stderr: '' })
})

test('a wrong setting is one sentence without a stack trace', async () => {
  const { code, output } = await run('admin', 'nobody')
  expect({ code, output }).toEqual({ code: 1, output: 'Usage: npm run u -- admin ana@example.com "Their Name"\n' })
})

test('a reader that ends early ends the command, and a lost connection is a failure with its words', async () => {
  const read = spawn(process.execPath, ['tools/u.ts'], { stdio: ['ignore', 'pipe', 'ignore'] })
  read.stdout.destroy()
  expect(await once(read, 'exit')).toEqual([141, null])
  const losing = `process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => {
    throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) }))`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(losing)}`, 'tools/u.ts']
  await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('write EPIPE'),
  })
})
