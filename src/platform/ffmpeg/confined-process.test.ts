import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runConfined } from './confined-process.ts'

test('a program that the system ends is told from one that refuses its file', async () => {
  const run = async (script: string) => {
    const { end } = await runConfined('/bin/sh', ['-c', script], {
      confinement: { nice: false, prlimit: false, setpriv: false },
      folder: tmpdir(),
      limits: { seconds: 20, outputBytes: Number.MAX_SAFE_INTEGER },
      onLine: () => {},
    })
    return end
  }
  expect([await run('kill -9 $$'), await run('exit 1'), await run('exit 0')]).toEqual(['killed', 'failed', 'done'])
})
