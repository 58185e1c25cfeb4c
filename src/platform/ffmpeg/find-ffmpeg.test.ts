import { mkdtempSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { StartupError } from '#config/config.ts'
import { runConfined } from './confined-process.ts'
import { findFfmpeg } from './find-ffmpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-find-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeProgram(name: string, lines: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o755)
  return path
}

const answer = (version: string, encoders: string) => `case "$*" in
  *-version*) echo "ffmpeg version ${version} Copyright" ;;
  *-encoders*) printf '${encoders}' ;;
  *) printf ' .S zscale V->V\\n .S tonemap V->V\\n' ;;
esac`

test('an ffmpeg with the encoders is taken, with what it can do', async () => {
  const ffmpegPath = await writeProgram(
    'good',
    answer('n7.1-static', ' V..... libx264\\n A..... aac\\n V..... libwebp\\n'),
  )
  expect(await findFfmpeg({ ffmpegPath, ffprobePath: ffmpegPath })).toMatchObject({
    ok: true,
    ffmpeg: { ffmpegPath, version: '7.1-static', canToneMap: true },
  })
})

test('an ffmpeg that is too old or lacks an encoder is named with the reason', async () => {
  const old = await writeProgram('old', answer('4.4.2', ' V..... libx264\\n A..... aac\\n'))
  expect(await findFfmpeg({ ffmpegPath: old, ffprobePath: old })).toEqual({
    ok: false,
    reason: 'ffmpeg 4.4.2 is older than 5.0',
  })
  const free = await writeProgram('free', answer('6.0', ' A..... aac\\n V..... libwebp\\n'))
  expect(await findFfmpeg({ ffmpegPath: free, ffprobePath: free })).toEqual({
    ok: false,
    reason: 'ffmpeg 6.0 lacks libx264',
  })
})

test('a program that the settings name and that does not run stops the start', async () => {
  const missing = join(folder, 'missing')
  await expect(findFfmpeg({ ffmpegPath: missing, ffprobePath: missing })).rejects.toThrow(StartupError)
})

test('a program sees neither settings nor secrets, and runs with low priority in its folder', async () => {
  const search = await findFfmpeg({ ffmpegPath: null, ffprobePath: null })
  const confinement = search.ok ? search.ffmpeg.confinement : { nice: true, prlimit: false, setpriv: false }
  const path = await writeProgram('show', 'env >&2; nice >&2; pwd >&2; echo line; echo last')
  vi.stubEnv('SECRET', 'a secret of this process')
  const lines: string[] = []
  const result = await runConfined(path, [], {
    confinement,
    folder,
    limits: { seconds: 20, outputBytes: 1e6 },
    onLine: (line) => lines.push(line),
  })
  vi.unstubAllEnvs()
  expect(result.end).toBe('done')
  expect(lines).toEqual(['line', 'last'])
  expect(result.lastLines.slice(-2)).toEqual([String(Math.min(19, getPriority() + 10)), folder])
  expect(result.lastLines.join()).not.toContain('SECRET')
  expect(result.lastLines.join()).toContain('PATH=')
})

test('the last lines are kept, whatever a program prints, and a failure is told from success', async () => {
  const path = await writeProgram('loud', 'seq 1 5000 >&2; head -c 100000 /dev/zero | tr "\\\\0" x >&2; exit 3')
  const { end, lastLines } = await runConfined(path, [], {
    confinement: { nice: false, prlimit: false, setpriv: false },
    folder,
    limits: { seconds: 20, outputBytes: 1e6 },
    onLine() {},
  })
  expect(end).toBe('failed')
  expect(lastLines).toHaveLength(40)
  expect(lastLines.at(-2)).toBe('5000')
  expect(lastLines.at(-1)).toBe('x'.repeat(500))
})
