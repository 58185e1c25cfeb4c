/** Promises S2 and S3: publishing beside editors and readers. docs/contract §36. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCourseDefinition, listCourseCards } from '#catalogue/catalog/catalogue.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { createSitemap } from '#screens/storefront/seo/sitemap.ts'
import { triesEveryCase } from '../../../tests/support/laws.ts'
import { givenDraft, givenMaker, givenTeacher, publishNow, readDraft } from '../../../tests/world/made-course.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { publishDraft } from './publish-draft.ts'
import { saveUnit } from './save-unit.ts'

/** Publications beside readers. */
const ROUNDS = triesEveryCase ? 40 : 5

let world: World
let ines: ActingPerson
beforeAll(async () => {
  world = await createWorld(20)
  ines = await givenMaker(world)
})
afterAll(() => world.close())

const getAbout = async (code: string) => (await readDraft(world, ines, code)).units.about

test('a publication beside an editor publishes only texts that its person has seen', async () => {
  const code = await givenDraft(world, ines)
  await publishNow(world, ines, code)
  const other = await givenTeacher(world, code, 'co_teacher')
  let publishedCount = 0
  for (let round = 1; round <= 30; round++) {
    const { versions, units } = await readDraft(world, ines, code)
    const seen = units.about
    const saved = await saveUnit(world, ines, {
      courseCode: code,
      unit: 'about',
      version: seen.version,
      body: { ...seen.body, title: `Seen ${round}` },
    })
    if (!saved.ok) throw new Error(saved.refusal.code)
    const { version } = saved.value
    const unseen = { ...seen.body, title: `Unseen ${round}` }
    const [published] = await Promise.all([
      publishDraft(world, ines, { courseCode: code, units: { ...versions, about: version }, note: null }),
      saveUnit(world, other, { courseCode: code, unit: 'about', version, body: unseen }),
    ])
    if (published.ok) publishedCount++
    else expect(published.refusal.code).toBe('DRAFT_CHANGED')
    const { title } = (await getCourseDefinition(world, code))!
    expect(title).not.toContain('Unseen')
    if (published.ok) expect(title).toBe(`Seen ${round}`)
  }
  expect(publishedCount).toBeGreaterThan(0)
})

test('readers see one version at a time, and no word of a draft', async () => {
  const code = await givenDraft(world, ines)
  const write = async (round: number, word: string) => {
    const { version, body } = await getAbout(code)
    const texts = { title: `${word} ${round}`, subtitle: `${word} sentence ${round}`, benefits: [`${word} ${round}`] }
    await saveUnit(world, ines, { courseCode: code, unit: 'about', version, body: { ...body, ...texts } })
  }
  await write(0, 'Public')
  await publishNow(world, ines, code)
  let isOver = false
  const publishAll = async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      await write(round, 'Secretmarker')
      await write(round, 'Public')
      await publishNow(world, ines, code)
      await write(round, 'Secretmarker')
    }
    isOver = true
  }
  let readCount = 0
  const read = async () => {
    while (!isOver) {
      const course = (await getCourseDefinition(world, code))!
      const [card] = await listCourseCards(world, { codes: [code] })
      const numbers = [course.title, course.subtitle, course.benefits[0]!].map((text) => /\d+$/.exec(text)![0])
      expect(new Set(numbers).size).toBe(1)
      expect(JSON.stringify([course, card, await createSitemap(world, null)])).not.toContain('Secretmarker')
      readCount++
    }
  }
  await Promise.all([publishAll(), ...Array.from({ length: 8 }, read)])
  expect(readCount).toBeGreaterThan(8)
})
