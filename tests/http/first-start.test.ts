import { expect, test } from 'vitest'
import { SHORTEST } from '../../tools/first-start/cases.ts'
import { runCase } from '../../tools/first-start/run-case.ts'

/** Only root can become another person. Anybody else runs the same commands as themselves. */
const person = process.getuid?.() === 0 ? 'an ordinary person from a log-in shell' : 'the person who runs this'

test(`${person} starts the program, buys a seat and runs tests in an odd folder, whatever MAIL, HOST and PG* say`, {
  timeout: 600_000,
}, async () => {
  expect(await runCase(SHORTEST)).toBe(process.getuid?.() === 0 ? null : expect.stringContaining('only root'))
})
