/** Catalogues as nobody would write them: every field of the content files, with words that trip up a reader of YAML. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { WEEKDAYS } from '#catalogue/catalog/files/content-fields.ts'
import {
  createCurriculum,
  createCurriculumFile,
  createMedia,
  createRecordings,
  type FolderFiles,
  randomGroup,
  randomRecording,
  randomRules,
} from './random-lessons.ts'
import { text } from './random-words.ts'

const slug = fc.stringMatching(/^[a-z][a-z0-9]{2,6}(-[a-z0-9]{1,4})?$/).map((word) => `q${word}`)
const amount = fc.oneof(
  fc.nat(5000),
  fc.integer({ min: 101, max: 99_999 }).map((minor) => (minor / 100).toFixed(2)),
)
const minutes = fc.integer({ min: 1, max: 600 })
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2039-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const some = <Value>(value: fc.Arbitrary<Value>, minLength = 1, maxLength = 3) =>
  fc.array(value, { minLength, maxLength })

const pricing = fc
  .record({
    amount,
    before: maybe(amount),
    deposit: maybe(amount),
    lower: fc.double({ min: 0, max: 0.99, noNaN: true }),
    ends: maybe(fc.oneof(moment, fc.integer({ min: 1, max: 90 }))),
    isLower: fc.boolean(),
  })
  .map(({ amount, before, deposit, lower, ends, isLower }) => ({
    amount,
    before: Number(before) > 0 ? before : undefined,
    deposit: Number(deposit) > 0 ? deposit : undefined,
    discount:
      isLower && Number(amount) >= 1
        ? {
            amount: (Math.floor(Number(amount) * lower * 99) / 100).toFixed(2),
            ...(typeof ends === 'string' && { endsAt: ends }),
            ...(typeof ends === 'number' && { endsInDays: ends }),
          }
        : undefined,
  }))

const clock = fc.constantFrom('09:00', '12:30', '15:45', '20:00')
const weekday = fc.constantFrom(...WEEKDAYS)
const zone = fc.constantFrom(
  'Europe/London',
  'Asia/Manila',
  'Asia/Kolkata',
  'America/New_York',
  'Pacific/Auckland',
  'UTC',
)
const day = fc.integer({ min: 0, max: 2000 }).map((days) => Temporal.PlainDate.from('2025-01-01').add({ days }))

const short = (length: number) => text.filter((words) => words.length <= length)

const randomCohort = fc.record({
  name: maybe(text),
  seats: maybe(fc.integer({ min: 1, max: 500 })),
  zone,
  day,
  clock,
  weekdays: fc.uniqueArray(weekday, { minLength: 1, maxLength: 3 }),
  dates: fc.constantFrom('rule', 'told', 'none'),
  state: fc.constantFrom('announced', 'open', 'cancelled'),
  closes: maybe(moment),
  week: fc.integer({ min: 1, max: 5 }),
  proAt: maybe(clock),
  length: maybe(minutes),
  recording: randomRecording,
  offers: maybe(
    some(
      fc.record({
        pricing,
        expires: maybe(fc.oneof(moment, fc.integer({ min: -9, max: 90 }))),
        own: fc.boolean(),
        name: maybe(short(60)),
      }),
    ),
  ),
})

const course = fc.record({
  prefix: fc.stringMatching(/^[A-Z][A-Z0-9]{1,7}$/),
  position: fc.integer({ min: -5, max: 5 }),
  kind: fc.constantFrom('course', 'workshop', 'masterclass'),
  delivery: fc.constantFrom('live', 'live', 'on-demand'),
  listed: fc.boolean(),
  withdrawnAt: maybe(moment),
  teachers: fc.integer({ min: 1, max: 3 }),
  pages: fc.integer({ min: 1, max: 3 }),
  words: fc.tuple(text, text, text, text, text, text, text, text),
  studentCount: fc.nat(100_000),
  pricing,
  currency: fc.constant('USD'),
  refunds: maybe(fc.constantFrom('flexible', 'standard', 'final')),
  groupDiscount: maybe(fc.boolean()),
  discountText: maybe(text),
  focal: fc.nat(100),
  trailer: maybe(fc.nat(3)),
  curriculumFile: maybe(fc.constantFrom('Plan (é).pdf', 'i0-0.pdf')),
  search: fc.tuple(maybe(text), maybe(text)),
  lists: fc.tuple(some(text, 0, 5), fc.array(text, { maxLength: 3 })),
  groups: some(randomGroup),
  rules: randomRules,
  pro: fc.array(fc.record({ title: text, summary: text, minutes }), { maxLength: 2 }),
  questions: some(fc.record({ question: text, answer: text }), 0),
  facts: some(fc.record({ label: text, value: text }), 0),
  level: maybe(text),
  isCompared: fc.boolean(),
  market: maybe(
    fc.record({
      sectionTitle: maybe(text),
      promise: maybe(text),
      testimonials: fc.array(fc.record({ quote: text, name: text, location: text }), { maxLength: 2 }),
    }),
  ),
  cohorts: some(randomCohort, 1, 4),
})

export const catalogue = fc.record({
  creators: fc.uniqueArray(
    fc.record({
      slug,
      name: text,
      initials: fc.stringMatching(/^[A-Z]{1,3}$/),
      quote: maybe(text),
      biography: some(text),
    }),
    { minLength: 3, maxLength: 4, selector: (one) => one.slug },
  ),
  notes: fc.tuple(maybe(text), maybe(text)),
  promos: fc.uniqueArray(
    fc.record({
      code: fc.stringMatching(/^[A-Z][A-Z0-9]{1,8}(-[A-Z]{1,3})?$/),
      label: text,
      percent: fc.integer({ min: 1, max: 100 }),
      off: amount,
      isPercent: fc.boolean(),
      minSeats: fc.integer({ min: 1, max: 10 }),
      scope: fc.constantFrom('courses', 'offers', undefined),
      codes: some(text),
      startsAt: maybe(moment),
      ends: maybe(fc.oneof(moment, fc.integer({ min: 1, max: 90 }))),
      useLimit: maybe(fc.integer({ min: 1, max: 99 })),
      perPerson: maybe(fc.integer({ min: 1, max: 99 })),
      note: maybe(short(120)),
    }),
    { maxLength: 3, selector: (one) => one.code },
  ),
  courses: fc.uniqueArray(course, { minLength: 1, maxLength: 3, selector: (one) => one.prefix }),
})
type Random = typeof catalogue extends fc.Arbitrary<infer Value> ? Value : never

/** In JSON, which is YAML too, so that what reads it was not written by what is tested. */
export async function writeCatalogue(folder: string, { creators, notes, promos, courses }: Random): Promise<void> {
  await mkdir(join(folder, 'courses'))
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))
  await write('creators.yaml', creators)
  await write('refund-terms.yaml', { live: notes[0], 'on-demand': notes[1] })
  await write('promo-codes.yaml', promos.map(promoForm))
  const slugs = creators.map((creator) => creator.slug)
  for (const one of courses) {
    const files: FolderFiles = new Map()
    const codes = courses.map((course) => course.prefix)
    const path = `courses/${one.prefix.toLowerCase()}`
    await write(`${path}.yaml`, courseForm(one, slugs, codes, files))
    await mkdir(join(folder, path))
    for (const [name, content] of files) await writeFile(join(folder, path, name), content)
  }
}

function promoForm({ isPercent, percent, off, scope, codes, ends, ...form }: Random['promos'][number]) {
  const worth = isPercent || Number(off) === 0 ? { percentOff: percent } : { amountOff: off }
  return { ...form, ...worth, ...(scope && { [scope]: codes }), ...endForm('ends', ends) }
}

function endForm(name: string, ends: string | number | undefined) {
  if (ends === undefined) return {}
  return typeof ends === 'string' ? { [`${name}At`]: ends } : { [`${name}InDays`]: ends }
}

function courseForm(one: Random['courses'][number], slugs: string[], codes: string[], files: FolderFiles) {
  const [title, sectionTitle, subtitle, promise, duration, classTime, videoTime, subtext] = one.words
  const curriculum = createCurriculum(one.groups, one.delivery, files)
  const proSessions = one.delivery === 'live' ? one.pro.map((item, index) => ({ id: `pro${index}`, ...item })) : []
  const base = `/${one.prefix.toLowerCase()}-page`
  return {
    code: one.prefix,
    position: one.position,
    kind: one.kind,
    delivery: one.delivery,
    listed: one.listed,
    withdrawnAt: one.withdrawnAt,
    creators: slugs.slice(0, one.teachers),
    pages: [base, `${base}/variant`, `${base}/other`].slice(0, one.pages),
    compareWith: one.isCompared ? codes.filter((code) => code !== one.prefix).slice(0, 3) : undefined,
    title,
    sectionTitle,
    subtitle,
    promise,
    duration,
    classTime,
    videoTime,
    searchTitle: one.search[0],
    searchDescription: one.search[1],
    level: one.level,
    studentCount: one.studentCount,
    refunds: one.refunds,
    groupDiscount: one.groupDiscount,
    price: { currency: one.currency, ...one.pricing, subtext, discountText: one.discountText },
    images: { hue: 'teal', motif: 'weave', seed: title, focal: one.focal },
    trailer: one.trailer === undefined ? undefined : createMedia('video', one.trailer, files),
    curriculumFile: one.curriculumFile && createCurriculumFile(one.curriculumFile, files),
    facts: one.facts,
    benefits: one.lists[0],
    requirements: one.lists[1],
    curriculum,
    proSessions,
    ...one.rules,
    questions: one.questions,
    markets: one.market && [{ country: 'PH', ...one.market }],
    cohorts: (one.delivery === 'live' ? one.cohorts : one.cohorts.slice(0, 1)).map((form, index) =>
      cohortForm(one, form, index, curriculum, proSessions, files),
    ),
  }
}

type Item = { id: string; kind?: string | undefined }

function cohortForm(
  { prefix, delivery }: Random['courses'][number],
  form: Random['courses'][number]['cohorts'][number],
  index: number,
  curriculum: { items: Item[] }[],
  proSessions: Item[],
  files: FolderFiles,
) {
  const code = `${prefix}-${index + 1}`
  const offers = form.offers?.map(({ pricing, expires, own, name }, number) => ({
    name,
    code: own && number === 0 ? undefined : `${code}-O${number}`,
    ...pricing,
    ...endForm('expires', expires),
  }))
  const common = { name: form.name, seats: form.seats, zone: form.zone, offers, enrolClosesAt: form.closes }
  if (delivery === 'on-demand') return { ...common, state: 'open' }
  const live = curriculum.flatMap((group) => group.items).filter(({ kind = 'live' }) => kind === 'live')
  if (form.dates === 'none' || live.length === 0)
    return { ...common, code, state: form.state === 'open' ? 'announced' : form.state }
  const recordings = createRecordings(form.recording, live[0]!.id, code, files)
  if (form.dates === 'told') {
    const listedSessions = [...live, ...proSessions].map(({ id }, at) => ({
      item: id,
      at: `${form.day.add({ days: at * 3 })}T${form.clock}`,
      minutes: form.length,
    }))
    return { ...common, code, state: form.state, sessions: listedSessions, recordings }
  }
  const first = WEEKDAYS[form.day.dayOfWeek - 1]!
  const pro = Object.fromEntries(
    proSessions.map(({ id }) => [id, { week: form.week, on: form.weekdays[0], at: form.proAt }]),
  )
  return {
    ...common,
    code,
    state: form.state,
    recordings,
    startsOn: String(form.day),
    on: [first, ...form.weekdays.filter((one) => one !== first)],
    at: form.clock,
    pro,
  }
}
