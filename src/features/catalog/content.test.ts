import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inZone } from '#domain/schedule.ts'
import { type Content, readContent } from './content.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
let folder: string
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'content-'))
})
afterAll(() => rm(root, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'c-'))
  await cp('content', folder, { recursive: true })
})

async function read(from = 'content', today = TODAY): Promise<Content> {
  const content = await readContent(from, today)
  if (!content.ok) throw new Error(content.refusal.reason)
  return content.value
}

/** Changes one line of a file and answers what is then wrong, without the folder. */
async function faultsAfter(name: string, from: string, to: string, today = TODAY): Promise<string[]> {
  const path = join(folder, name)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await writeFile(path, text.replace(from, to))
  const content = await readContent(folder, today)
  return content.ok ? [] : content.refusal.reason!.replaceAll(`${folder}/`, '').split('\n')
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length
}

describe('the demo content (contract §8)', () => {
  test.each([
    ['NG', '/nina-reyes', 'course', 'live', '399', '499', '99'],
    ['NSPR', '/noor-siddiqi', 'masterclass', 'live', '99', undefined, undefined],
    ['DAPR', '/course/photography', 'workshop', 'live', '99', undefined, undefined],
    ['MCOM', '/mobile-content-creator', 'course', 'on-demand', '49', undefined, undefined],
    ['MCOM2', '/mika-osei/phone-film-weekend', 'workshop', 'live', '49', undefined, undefined],
    ['MTIKPR', '/mo-tikaram', 'course', 'live', '399', '499', undefined],
    ['TUCPR', '/build-a-business', 'course', 'live', '499', undefined, '99'],
    ['DAT', '/dita-anand', 'course', 'on-demand', '0', undefined, undefined],
    ['VFX', '/vera-falk', 'course', 'live', '99', undefined, undefined],
    ['SND', '/ines-duarte', 'course', 'live', '99', undefined, undefined],
  ])('%s is there as the table says', async (code, page, kind, delivery, amount, before, deposit) => {
    const course = (await read()).courses.find((candidate) => candidate.file.code === code)!.file
    expect(course.pages).toContain(page)
    expect(course).toMatchObject({ kind, delivery })
    expect(course.price).toMatchObject({ currency: 'USD', amount })
    expect([course.price.before, course.price.deposit]).toEqual([before, deposit])
  })

  test('is right on every day of a year, with wall times that stay', async () => {
    for (let day = 0; day < 366; day += 3) {
      const today = new Date(TODAY.getTime() + day * 86_400_000)
      for (const run of (await read('content', today)).courses.flatMap((course) => course.runs)) {
        for (const session of run.sessions) {
          const there = inZone(session.startsAt, run.form.zone)
          expect(`${there.localDate}T${there.localTime}`).toBe(session.localStart)
        }
      }
    }
  }, 60_000)

  test('tells the sessions of a run in order, the guests’ evenings among them', async () => {
    const ng = (await read()).courses.find((course) => course.file.code === 'NG')!
    expect(ng.runs.map((run) => run.courseCode)).toEqual(['NG-2027-01', 'NG-2027-02', 'NG-2027-03'])
    expect(ng.runs[0]!.sessions.map((session) => session.localStart)).toEqual([
      '2027-01-12T12:00',
      '2027-01-14T12:00',
      '2027-01-16T12:00',
      '2027-01-19T12:00',
      '2027-01-21T12:00',
      '2027-01-26T12:00',
      '2027-01-28T12:00',
      '2027-01-30T12:00',
    ])
  })

  test('a second run in one month gets a letter', async () => {
    await faultsAfter('courses/ng.yaml', 'startsInDays: 79', 'startsInDays: 55')
    const ng = (await read(folder)).courses.find((course) => course.file.code === 'NG')!
    expect(ng.runs.map((run) => run.courseCode)).toEqual(['NG-2027-01', 'NG-2027-01B', 'NG-2027-03'])
  })
})

describe('faults are told by file and line', () => {
  test.each([
    ['an empty field', 'courses/ng.yaml', 'duration: 3 weeks', 'duration: ""', 'duration: is empty'],
    ['a field nobody knows', 'courses/ng.yaml', 'videoTime:', 'vidoeTime:', 'vidoeTime: is not a known field'],
    ['a wrong price', 'courses/ng.yaml', 'amount: 399', 'amount: 399.999', 'price.amount: '],
    [
      'more decimals than the currency has',
      'courses/ng.yaml',
      'amount: 399',
      'amount: "399.999"',
      'price.amount: is not an amount of USD',
    ],
    [
      'a lower price that is not lower',
      'courses/ng.yaml',
      'amount: 399',
      'amount: 399\n  discount: { amount: 399 }',
      'price.discount: is not lower than the price',
    ],
    ['a place deep inside', 'courses/ng.yaml', 'minutes: 120', 'minutes: soon', 'proSessions.1.minutes: '],
    [
      'an unknown zone',
      'courses/nspr.yaml',
      'zone: Asia/Karachi',
      'zone: Asia/Nowhere',
      'cohorts.0.zone: is not a known time zone',
    ],
    ['one field twice', 'courses/nspr.yaml', 'at: "20:00"', 'seats: 4', 'Map keys must be unique'],
    [
      'an unknown creator',
      'courses/dapr.yaml',
      'creators: [daniel-appiah]',
      'creators: [somebody]',
      'creators.0: `somebody` is not in creators.yaml',
    ],
    [
      'a page that is taken',
      'courses/vfx.yaml',
      'pages: [/vera-falk]',
      'pages: [/nina-reyes]',
      'pages.0: `/nina-reyes` is in ng.yaml too',
    ],
    [
      'a page at an address of the site',
      'courses/vfx.yaml',
      'pages: [/vera-falk]',
      'pages: [/faq]',
      'pages.0: is an address of the site itself',
    ],
    [
      'a page below an address of the site',
      'courses/vfx.yaml',
      'pages: [/vera-falk]',
      'pages: [/portal/vera-falk]',
      'pages.0: is an address of the site itself',
    ],
    [
      'a creator with the name of a fixed page',
      'creators.yaml',
      'slug: noor-siddiqi',
      'slug: how-it-works',
      '1.slug: is an address of the site itself',
    ],
    [
      'an evening that is no pro session',
      'courses/ng.yaml',
      'screening: { week: 3',
      'party: { week: 3',
      'cohorts.0.pro.party: is no pro session',
    ],
    [
      'one id twice',
      'courses/ng.yaml',
      'id: second-cut',
      'id: first-cut # again',
      'curriculum.2.items.1.id: `first-cut` stands here twice',
    ],
    [
      'what is no YAML',
      'creators.yaml',
      'name: Noor Siddiqi',
      'name: Noor: Siddiqi',
      'Nested mappings are not allowed',
    ],
  ])('%s', async (_why, name, from, to, message) => {
    const faults = await faultsAfter(name, from, to)
    const line = lineOf(await readFile(join(folder, name), 'utf8'), to.split('\n').at(-1)!)
    expect(
      faults.find((fault) => fault.startsWith(`${name}:${line} ${message}`)),
      faults.join('\n'),
    ).toBeDefined()
  })

  test('a field that is missing is told at what it is missing from, and all faults come at once', async () => {
    await faultsAfter('courses/dat.yaml', 'duration: 3 hours\n', '')
    const faults = await faultsAfter('courses/ng.yaml', 'kind: course', 'kind: lecture')
    expect(faults).toHaveLength(2)
    expect(faults[0]).toMatch(/^courses\/dat\.yaml:1 duration: /)
    expect(faults[1]).toMatch(/^courses\/ng\.yaml:3 kind: /)
  })

  test('a time without its days is told at its run', async () => {
    const faults = await faultsAfter('courses/nspr.yaml', '    on: [thu]\n', '')
    expect(faults).toEqual([expect.stringMatching(/^courses\/nspr\.yaml:\d+ cohorts\.0: needs both/)])
  })

  test.each([
    ['skips', 'Europe/London', '01:30', '2027-03-28'],
    ['has twice', 'Europe/London', '01:30', '2026-10-25'],
  ])('a wall time that the zone %s is refused, not shifted', async (_what, zone, at, date) => {
    await faultsAfter('courses/nspr.yaml', 'zone: Asia/Karachi', `zone: ${zone}`)
    await faultsAfter('courses/nspr.yaml', 'startsInDays: 26\n    on: [thu]', 'startsInDays: 0\n    on: [sun]')
    const faults = await faultsAfter('courses/nspr.yaml', 'at: "20:00"', `at: "${at}"`, new Date(`${date}T00:00:00Z`))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^courses\/nspr\.yaml:\d+ cohorts\.0\.at: 01:30 does not exist or comes twice/)
  })
})
