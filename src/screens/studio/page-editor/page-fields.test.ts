import { expect, test } from 'vitest'
import { createFileNames, listPageTexts } from './page-fields.ts'

const photo = { file: 'a-1', alt: 'A loaf', isDecorative: false, focalX: 50, focalY: 20 }
const work = { title: 'Rye', by: 'Ada', length: null, hue: 'azure', motif: 'strata', seed: 's', photo }
const page = { hiddenParts: [], trailer: null, studentWork: { note: '', works: [work], stories: [] } }
const assets = [
  { assetId: 'a-1', filename: 'loaf.jpg' },
  { assetId: 'a-2', filename: 'loaf.jpg' },
  { assetId: 'a-3', filename: 'oven.jpg' },
]
const nameFile = createFileNames(assets)
const read = (change: object) =>
  listPageTexts(
    { ...page, studentWork: { ...page.studentWork, works: [{ ...work, photo: { ...photo, ...change } }] } },
    nameFile,
  )

test('a conflict names the parts that are not shown as the editor does', () => {
  const shown = listPageTexts({ ...page, hiddenParts: ['work', 'dates'] }, nameFile)
  expect(Object.fromEntries(shown)).toMatchObject({ 'Parts that are not shown': 'Student work\nDates' })
})

test('a conflict shows every difference of a photo: its file, its words, and its point', () => {
  const mine = listPageTexts(page, nameFile)
  for (const change of [{ file: 'a-2' }, { file: 'a-3' }, { alt: 'A roll' }, { isDecorative: true }, { focalX: 10 }])
    expect(read(change)).not.toEqual(mine)
  expect(Object.fromEntries(mine)).toMatchObject({
    'Photos of student work': 'Rye: loaf.jpg (1 of 2)\nIt shows: A loaf\nKeeps 50 % from the left, 20 % from the top',
  })
})

test('a conflict names the file of the trailer', () => {
  const nameTrailer = (trailer: string | null) =>
    Object.fromEntries(listPageTexts({ ...page, trailer }, nameFile)).Trailer
  expect([nameTrailer(null), nameTrailer('a-2'), nameTrailer('a-3')]).toEqual(['', 'loaf.jpg (2 of 2)', 'oven.jpg'])
})
