import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Closure, computeClosures, readSources } from '../generate/closures.ts'

const [, trace = ''] =
  /## One request, traced[^\n]*\n([\s\S]*?)\nA crash/.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
const files = [...new Set([...trace.matchAll(/`(src\/[^`]+)`/g)].map(([, file]) => file ?? ''))]

/** A payment by a saved card prepares its intent in the traced file that creates it (§31). */
test('the traced request reads in at most 12 existing files and 1055 lines', () => {
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(files.length).toBeGreaterThan(8)
  expect(files.length).toBeLessThanOrEqual(12)
  const lines = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length)
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1055)
})

/**
 * Lower these when a change makes the longest verb or page shorter. A sale that completes also computes the end of
 * access and tells learning of it, and the pages load the rules of lessons with the catalogue's (docs/contract.md §10).
 * The page of a course also answers its former addresses (docs/decisions/0038).
 * The forms of a course page join waitlists, and a free place may be one that was offered (§4).
 * They also ask for news, whose requests have their own statements, and cards name the curriculum as a PDF (§25).
 * Every verb that writes an e-mail reads the list of kinds (§26).
 * An open page of a course asks for changed dates, and takes promo codes and waitlist entries to the checkout (§7).
 * A payment that completes also stores the card that its buyer agreed to keep (docs/decisions/0047).
 * An order notes the card that its buyer keeps or chooses, and an intent is prepared for it (§31).
 * A dispute ends the consents for its card, and a saved card without a consent is deleted at the provider (§31).
 * Every verb that counts a limit reads the list of limits, which grows with each feature.
 * Ending an attempt also asks whether its capture was noted, and pages know the methods and states of PayPal (§30).
 * A price also looks up a friend's code, and a completed order names its referral (§24).
 * A document also shows the tax that a price includes (§35).
 * A quote also finds the tax of the buyer's country, and an order shows it (§35).
 * A new order also stores the tax that its price includes, by the country of its buyer.
 * A new attempt also changes the consents for its card (§31).
 */
const LONGEST = { verb: { files: 89, lines: 7_480 }, page: { files: 135, lines: 10_050 } }

test('no verb and no page needs more files or lines than the longest one so far', () => {
  const { verbs, pages } = computeClosures(readSources())
  const isLonger = (most: { files: number; lines: number }) => (closure: Closure) =>
    closure.files > most.files || closure.lines > most.lines
  expect(verbs.filter(isLonger(LONGEST.verb))).toEqual([])
  expect(pages.filter(isLonger(LONGEST.page))).toEqual([])
})

test('a closure counts each module once, follows re-exports and leaves out types, endpoints and the kernel', () => {
  const tree = new Map([
    ['features/a/api.ts', "import { verb } from './verb.ts'\nimport { call } from './wire.ts'\n"],
    ['features/a/wire.ts', 'export const call = 1\n'],
    [
      'features/a/verb.ts',
      "import type { Row } from './types.ts'\nimport { one } from './one.ts'\nimport { two } from './two.ts'\n",
    ],
    ['features/a/types.ts', 'export type Row = 1\n'],
    ['features/a/one.ts', "export { two } from './two.ts'\nimport { add } from '#domain/money/money.ts'\n"],
    ['features/a/two.ts', "import { verb } from './verb.ts'\n"],
    ['domain/money/money.ts', 'export const add = 1\n'],
  ])
  expect(computeClosures(tree).verbs).toEqual([{ start: 'features/a/verb.ts', files: 3, lines: 6 }])
})
