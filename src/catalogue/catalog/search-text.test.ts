/** The search of the database and that of the browser fold a text alike. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldSearchText } from '#domain/search-text.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** `isKnown`: the runtime and PostgreSQL may know different versions of Unicode. */
async function foldInDatabase(texts: readonly string[]): Promise<{ folded: string; isKnown: boolean }[]> {
  const { rows } = await sql<{ folded: string; isKnown: boolean }>`
    select fold_search_text(input) as folded, unicode_assigned(input) as "isKnown"
      from unnest(${texts}::text[]) with ordinality as given(input, place) order by place`.execute(database.db)
  return rows
}

async function listDifferences(texts: readonly string[]) {
  const rows = await foldInDatabase(texts)
  return rows.flatMap(({ folded, isKnown }, at) => {
    const expected = foldSearchText(texts[at]!)
    return isKnown && folded !== expected ? [{ text: texts[at], database: folded, browser: expected }] : []
  })
}

test('every character of Unicode folds alike between letters', async () => {
  const characters = Array.from({ length: 0x1ffff }, (_, at) => at + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/\p{Cn}|\p{Co}/u.test(character))
  expect(characters.length).toBeGreaterThan(50_000)
  expect(await listDifferences(characters.map((character) => `a${character}b`))).toEqual([])
}, 300_000)

test('law: random texts fold alike', async () => {
  const unit = fc.oneof(
    fc.constantFrom('Σ', 'ς', 'ᄀ', 'ᅡ', 'ᆨ', '京', 'ら', '\u0301', ' ', '-', 'ﷺ'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const texts = fc
    .sample(fc.string({ unit, maxLength: 20 }), 1000)
    .map((text) => text.toWellFormed().replaceAll('\0', ''))
  expect(await listDifferences(texts)).toEqual([])
})
