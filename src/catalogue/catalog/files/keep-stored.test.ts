import { expect, test } from 'vitest'
import type { CatalogueRows } from '../catalogue-rows.ts'
import type { ImportedMedia } from './import-media.ts'
import { getMediaKey } from './import-media.ts'
import { keepStored } from './keep-stored.ts'

const photo = (sha256: string, alt: string, focalX = 50) => ({ sha256, alt, focalX, focalY: 50 })
const work = (seed: string, title: string, shown: ReturnType<typeof photo> | null) => ({
  seed,
  title,
  by: 'Ada',
  photo: shown,
})

const createRows = (works: object[], cover: object | null = null) =>
  ({
    courses: [
      {
        course_code: 'BREAD',
        curriculum: [],
        definition: { curriculumFile: null, cover, studentWork: { note: '', works, stories: [] } },
      },
    ],
    cohorts: [],
  }) as unknown as CatalogueRows

test('a photo whose file is missing keeps the picture of its own work, with the words and the point of the files', () => {
  const stored = createRows([work('a', 'Rye', photo('a1', 'old rye')), work('b', 'Oat', photo('b1', 'old oat'))])
  const wanted = createRows([
    work('new', 'Spelt', photo('n2', 'spelt')),
    work('b', 'Oats', photo('b2', 'new oat', 20)),
    work('other', 'Rye', photo('a2', 'new rye')),
  ])
  const missing = new Set(['n2', 'b2', 'a2'].map((sha256) => getMediaKey('BREAD', sha256)))
  const { planned } = keepStored(stored, wanted, { missing } as unknown as ImportedMedia, new Map())
  expect(planned.courses[0]!.definition.studentWork!.works.map((one) => one.photo)).toEqual([
    null,
    photo('b1', 'new oat', 20),
    photo('a1', 'new rye'),
  ])
})

test('a cover whose file is missing keeps its picture with new words, and one that is there is replaced', () => {
  const stored = createRows([], photo('c1', 'old'))
  const wanted = createRows([], photo('c2', 'new', 10))
  const keep = (missing: string[]) =>
    keepStored(
      stored,
      wanted,
      { missing: new Set(missing.map((sha256) => getMediaKey('BREAD', sha256))) } as unknown as ImportedMedia,
      new Map(),
    ).planned.courses[0]!.definition.cover
  expect(keep(['c2'])).toEqual(photo('c1', 'new', 10))
  expect(keep([])).toEqual(photo('c2', 'new', 10))
})
