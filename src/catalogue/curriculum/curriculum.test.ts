/** The curriculum as a PDF (docs/contract §25), read back. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CurriculumFacts, hashCurriculum } from '#catalogue/catalog/curriculum-facts.ts'
import { money } from '#domain/money/money.ts'
import { drawPdfDocument } from '#platform/pdf/pdf-document.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { createCurriculumDocument } from './curriculum-document.ts'

const item = (id: string, title: string, kind: 'live' | 'lesson') => ({
  id,
  title,
  kind,
  summary: `What ${title} is about, and what you make in it.`,
  minutes: 90,
  preview: null,
})
const FACTS: CurriculumFacts = {
  courseCode: 'NG',
  ownFile: null,
  url: '/noor-galal',
  kind: 'course',
  deliveryType: 'live',
  title: 'Mobile filmmaking',
  promise: 'Make a short film with the phone in your pocket, and show it to an audience in five weeks.',
  teachers: ['Noor Galal', 'Ivo Petrov'],
  images: { hue: 'azure', motif: 'strata', seed: 'NG', focal: 50 },
  duration: '5 weeks',
  requirements: ['A phone that films', 'Two hours a week'],
  curriculum: [
    { title: 'A film in one sentence', items: [item('a', 'The sentence', 'live'), item('b', 'Light', 'lesson')] },
    { title: 'Sound', items: [item('c', 'Room tone', 'live')] },
  ],
  proSessions: [item('p', 'An evening with an editor', 'live')],
  cohort: { timezoneId: 'Europe/London', startsAt: '2027-01-12T20:00:00.000Z', price: money(39_900, 'USD') },
  sessions: [
    { lessonKey: 'a', title: 'The sentence', startsAt: '2027-01-12T20:00:00.000Z', endsAt: '2027-01-12T21:30:00.000Z' },
    { lessonKey: 'c', title: 'Room tone', startsAt: '2027-03-30T18:00:00.000Z', endsAt: '2027-03-30T19:30:00.000Z' },
  ],
}
const READER = {
  timezoneId: 'Asia/Manila',
  price: 'USD 399.00\n(about PHP 23,300)',
  publicUrl: 'https://school.test',
  at: new Date('2026-11-24T00:00:00Z'),
}
const draw = async (
  facts: Partial<CurriculumFacts> = {},
  reader: Partial<typeof READER | { timezoneId: null }> = {},
) => {
  const file = await drawPdfDocument(createCurriculumDocument({ ...FACTS, ...facts }, { ...READER, ...reader }))
  return { file, ...(await readPdf(file)) }
}

test('names title, promise, teachers, modules, lessons, guests, requirements, price and address', async () => {
  const { text } = await draw()
  for (const part of [
    'A course with Noor Galal and Ivo Petrov',
    FACTS.title,
    'A film in one sentence',
    'The sentence',
    'Live session, 90 min',
    'Lesson, 90 min',
    'What Room tone is about',
    'An evening with an editor',
    'A phone that films',
    'USD 399.00',
    '(about PHP 23,300)',
    'https://school.test/noor-galal',
  ])
    expect(text.replaceAll('\n', ' ')).toContain(part)
})

test('shows each session in the zone of the reader and in that of the class, with its daylight saving', async () => {
  const { text } = await draw()
  expect(text).toContain('Time in Manila Time of the class, in London')
  expect(text).toContain('The sentence Wed 13 January 2027, 04:00–05:30\nat night\nTue 12 January 2027, 20:00–21:30')
  expect(text).toContain('Room tone Wed 31 March 2027, 02:00–03:30\nat night\nTue 30 March 2027, 19:00–20:30')
  const classOnly = await draw({}, { timezoneId: null })
  expect(classOnly.text).toContain('The sentence Tue 12 January 2027, 20:00–21:30')
  expect(classOnly.text).not.toContain('Time of the class')
})

test('a course without dates says so, and one on demand starts whenever the learner likes', async () => {
  const none = { sessions: [], cohort: null }
  expect((await draw(none)).text).toContain('Dates to be announced')
  const onDemand = { ...none, deliveryType: 'on-demand' as const, cohort: { ...FACTS.cohort!, startsAt: null } }
  expect((await draw(onDemand)).text).toContain('Whenever you like')
})

test('500 lessons continue over many numbered pages, and none is lost', async () => {
  const curriculum = Array.from({ length: 50 }, (_, group) => ({
    title: `Module ${group + 1}`,
    items: Array.from({ length: 10 }, (_, index) =>
      item(`${group}-${index}`, `Lesson ${group * 10 + index}!`, 'lesson'),
    ),
  }))
  const { pages, text } = await draw({ curriculum })
  expect(pages.length).toBeGreaterThan(10)
  pages.forEach((page, index) => {
    expect(page).toContain(`Mobile filmmaking: curriculum, page ${index + 1} of ${pages.length}`)
  })
  const lessons = [...text.matchAll(/^Lesson (\d+)!/gm)].map(([, number]) => Number(number))
  expect(lessons).toEqual(Array.from({ length: 500 }, (_, number) => number))
})

test.each(['Zoë Gonçalves-Łuczak', 'Ngô Thị Thuỳ Dương', 'Ζωή Παπαδοπούλου', 'Жанна Ёлкина'])(
  '%s is written as it is, as a teacher and in titles',
  async (name) => {
    const { text } = await draw({
      title: name,
      teachers: [name],
      curriculum: [{ title: name, items: [item('x', name, 'live')] }],
    })
    expect(text.split(name).length).toBeGreaterThan(5)
  },
)

test.each(['محمد', 'שרה כהן', '王小明', 'さくら', '김민수', 'สมชาย', 'សុខា'])(
  'texts such as %s, which no font draws, have plain ones in their place',
  async (word) => {
    const { text } = await draw({
      title: word,
      promise: word,
      teachers: [word, 'Ivo Petrov'],
      requirements: [word, 'A phone that films'],
      curriculum: [{ title: word, items: [{ ...item('a', word, 'live'), summary: word }, item('b', word, 'lesson')] }],
      proSessions: [item('p', word, 'live')],
      sessions: FACTS.sessions.map((session) => ({ ...session, title: word })),
    })
    expect(text).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]|\ufffd|\0/u)
    for (const shown of [
      'with Ivo Petrov\nCourse NG\n',
      'Module 1\nLive session 1 ',
      'Lesson 2 ',
      'Pro session 1\n',
      'Session 2 Wed',
    ])
      expect(text).toContain(shown)
  },
)

test('any texts make a readable file', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(text, text, fc.array(text, { maxLength: 3 }), async (title, promise, others) => {
      const curriculum = others.map((other) => ({ title: other, items: [item('x', other, 'live')] }))
      const { pages } = await draw({ title, promise, teachers: others, requirements: others, curriculum })
      expect(pages.length).toBeGreaterThan(0)
    }),
    { numRuns: 10 },
  )
})

test('equal facts have one address, and each change of them another', () => {
  expect(hashCurriculum({ ...FACTS })).toBe(hashCurriculum(FACTS))
  expect(hashCurriculum({ ...FACTS, promise: 'Another promise' })).not.toBe(hashCurriculum(FACTS))
})
