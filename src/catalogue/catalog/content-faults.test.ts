import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentCopy, TODAY } from '../../../tests/support/content-copy.ts'
import { readContent } from './files/content.ts'

const copy = contentCopy()
const { faultsAfter } = copy

function getLineNumber(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length
}

describe('faults name the file and line', () => {
  test.each([
    ['an empty field', 'courses/ng.yaml', 'title: Mobile filmmaking', 'title: ""', 'title: is empty'],
    [
      'an unknown field',
      'courses/ng.yaml',
      'videoTime:',
      'vidoeTime:',
      'vidoeTime: is not a known field. Known are: code, position, kind, ',
    ],
    [
      'three decimals',
      'courses/ng.yaml',
      'amount: 399',
      'amount: 399.999',
      'price.amount: is not an amount of USD (now 399.999)',
    ],
    ...['-5', '1e30', 'cheap', '[ 399 ]'].map((wrong) => [
      `the price ${wrong}`,
      'courses/ng.yaml',
      'amount: 399',
      `amount: ${wrong}`,
      'price.amount: must be an amount such as 99 or 51.86 (now ',
    ]),
    [
      'a value of a list of words',
      'courses/ng.yaml',
      'kind: course',
      'kind: seminar',
      'kind: must be one of course, workshop, masterclass (now “seminar”)',
    ],
    [
      'a number for text',
      'courses/ng.yaml',
      'duration: 3 weeks',
      'duration: 3',
      'duration: must be text: put it in quotes (now 3)',
    ],
    [
      'text for a list',
      'courses/vfx.yaml',
      'pages: [ /vera-falk ]',
      'pages: /vera-falk',
      'pages: must be a list (now “/vera-falk”)',
    ],
    ['an empty list', 'courses/vfx.yaml', 'pages: [ /vera-falk ]', 'pages: []', 'pages: must have at least 1 entry'],
    ['no value', 'courses/ng.yaml', 'duration: 3 weeks', 'duration:', 'duration: must be text (now empty)'],
    ['too large a number', 'courses/ng.yaml', 'focal: 16', 'focal: 160', 'images.focal: must be at most 100 (now 160)'],
    [
      'half a minute',
      'courses/ng.yaml',
      'minutes: 120',
      'minutes: 120.5',
      'proSessions.1.minutes: must be a whole number (now 120.5)',
    ],
    [
      'a code in small letters',
      'courses/vfx.yaml',
      'code: VFX',
      'code: vfx',
      'code: must be 2 to 12 capital letters and digits (now “vfx”)',
    ],
    [
      'more decimals than the currency has',
      'courses/ng.yaml',
      'amount: 399',
      'amount: "399.999"',
      'price.amount: is not an amount of USD',
    ],
    ...['JPY', 'AUD', 'KWD', 'EUR'].map((other) => [
      `a course in ${other}`,
      'courses/ng.yaml',
      'currency: USD',
      `currency: ${other}`,
      `price.currency: must be USD, because this site charges in USD only, not in ${other}`,
    ]),
    [
      'a promo code in another currency',
      'promo-codes.yaml',
      'amountOff: 20',
      'amountOff: 20\n  currency: EUR',
      '0.currency: must be USD, because this site charges in USD only, not in EUR',
    ],
    [
      'a lower price that is not lower',
      'courses/ng.yaml',
      'amount: 399',
      'amount: 399\n  discount: { amount: 399 }',
      'price.discount: is not lower than the price',
    ],
    ['a nested field', 'courses/ng.yaml', 'minutes: 120', 'minutes: soon', 'proSessions.1.minutes: '],
    [
      'an unknown zone',
      'courses/nspr.yaml',
      'zone: Asia/Karachi',
      'zone: Asia/Nowhere',
      'cohorts.0.zone: is not a known time zone',
    ],
    ['one field twice', 'courses/nspr.yaml', 'at: "20:00"', 'seats: 4', 'the field is there twice. Keep one'],
    [
      'an unknown creator',
      'courses/dapr.yaml',
      'creators: [ daniel-appiah ]',
      'creators: [somebody]',
      'creators.0: `somebody` is not in creators.yaml',
    ],
    [
      'an unknown course to compare with',
      'courses/dapr.yaml',
      'compareWith: [ NG, VFX ]',
      'compareWith: [NG, VXF]',
      'compareWith.1: `VXF` is not a course in this folder',
    ],
    [
      'a course compared with itself',
      'courses/dapr.yaml',
      'compareWith: [ NG, VFX ]',
      'compareWith: [DAPR]',
      'compareWith.0: `DAPR` is listed twice',
    ],
    [
      'a page that is taken',
      'courses/vfx.yaml',
      'pages: [ /vera-falk ]',
      'pages: [/nina-reyes]',
      'pages.0: `/nina-reyes` is in ng.yaml too',
    ],
    [
      'a page at an address of the site',
      'courses/vfx.yaml',
      'pages: [ /vera-falk ]',
      'pages: [/faq]',
      'pages.0: is reserved for the site',
    ],
    [
      'a page below an address of the site',
      'courses/vfx.yaml',
      'pages: [ /vera-falk ]',
      'pages: [/portal/vera-falk]',
      'pages.0: is reserved for the site',
    ],
    [
      'a creator with the name of a fixed page',
      'creators.yaml',
      'slug: noor-siddiqi',
      'slug: how-it-works',
      '6.slug: is reserved for the site',
    ],
    [
      'an unknown pro session',
      'courses/ng.yaml',
      'screening: { week: 3',
      'party: { week: 3',
      'cohorts.0.pro.party: is not a pro session of this course',
    ],
    [
      'one id twice',
      'courses/ng.yaml',
      'id: second-cut',
      'id: first-cut # again',
      'curriculum.2.items.1.id: `first-cut` is listed twice',
    ],
    [
      'invalid YAML',
      'creators.yaml',
      'name: Noor Siddiqi',
      'name: Noor: Siddiqi',
      'a colon in a text looks like a field. Put the text in quotes',
    ],
  ])('%s', async (_title, name, from, to, message) => {
    const faults = await faultsAfter(name, from, to)
    const line = getLineNumber(await readFile(join(copy.folder(), name), 'utf8'), to.split('\n').at(-1)!)
    expect(
      faults.find((fault) => fault.replace(/^([^:]+:\d+):\d+/, '$1').startsWith(`${name}:${line} ${message}`)),
      faults.join('\n'),
    ).toBeDefined()
  })

  test('a missing field is reported at its parent, and all faults are reported at once', async () => {
    await faultsAfter('courses/dapr.yaml', 'subtitle: One afternoon, one window, one face\n', '')
    const faults = await faultsAfter('courses/ng.yaml', 'kind: course', 'kind: lecture')
    expect(faults).toHaveLength(2)
    expect(faults[0]).toBe('courses/dapr.yaml:1:1 subtitle: is missing, and must be text')
    expect(faults[1]).toMatch(/^courses\/ng\.yaml:3:1 kind: /)
  })

  test('an amount may have decimals, with and without quotes', async () => {
    for (const [from, to] of [
      ['amount: 399', 'amount: 51.86'],
      ['amount: 51.86', 'amount: 51.8'],
      ['amount: 51.8', 'amount: "51.80"'],
    ] as const)
      expect(await faultsAfter('courses/ng.yaml', from, to), to).toEqual([])
  })

  test('a file in Latin-1 is refused at its line, and so is the text of a lesson', async () => {
    const path = join(copy.folder(), 'courses/vfx.yaml')
    const text = (await readFile(path, 'utf8')).replace('duration: 4 weeks', 'duration: Café')
    await writeFile(path, Buffer.from(text, 'latin1'))
    const [fault, ...others] = await faultsAfter('courses/ng.yaml', 'duration: 3 weeks', 'duration: "Caf\ufffd"')
    expect(fault).toMatch(/^courses\/ng\.yaml:\d+:\d+ has a lost letter/)
    expect(others).toEqual([
      `courses/vfx.yaml:${getLineNumber(text, 'duration: Café')}:1 is not UTF-8 text: save the file as UTF-8`,
    ])
  })

  test('every fault of a file without any right value says what is allowed', async () => {
    const path = join(copy.folder(), 'courses/ng.yaml')
    const keys = [...(await readFile(path, 'utf8')).matchAll(/^(\w+):/gm)].map(([, key]) => key)
    for (const value of ['', '17', '{ a: 1 }', '[ [ ] ]', '"?"']) {
      await writeFile(path, keys.map((key) => `${key}: ${value}`).join('\n'))
      const content = await readContent(copy.folder(), TODAY)
      const faults = content.ok ? [] : content.refusal.reason!.split('\n').filter((fault) => fault.includes('ng.yaml'))
      expect(faults.length, value).toBeGreaterThan(10)
      for (const fault of faults) {
        expect(fault).toMatch(/: (must|is|has|needs|cannot) /)
        expect(fault).not.toMatch(/Invalid|expected|received|undefined/)
      }
    }
  })

  test.each([
    ['a value', 'courses/ng.yaml', 'minutes: 120', 'minutes: soon', 'courses/ng.yaml:92:5 proSessions.1.minutes: '],
    ['a value in braces', 'courses/ng.yaml', 'focal: 16', 'focal: 160', 'courses/ng.yaml:27:54 images.focal: '],
    [
      'an entry of a list',
      'courses/ng.yaml',
      '[ tue, thu ]',
      '[ tue, day ]',
      'courses/ng.yaml:149:16 cohorts.0.on.1: ',
    ],
    ['invalid YAML', 'courses/ng.yaml', 'kind: course', 'kind: [', 'courses/ng.yaml:4:'],
  ])('%s is reported with its column', async (_title, name, from, to, start) => {
    const faults = await faultsAfter(name, from, to)
    expect(
      faults.find((fault) => fault.startsWith(start)),
      faults.join('\n'),
    ).toBeDefined()
  })

  const startTime = 'at: "20:00"'
  test.each([
    ['a hidden character', 'duration: 1 evening', 'duration: "1\\u0007 evening"', 'duration: has a character that'],
    ['half a character', 'duration: 1 evening', 'duration: "1\\ud800 evening"', 'duration: has a character that'],
    ['two start dates', 'startsInDays: 26', 'startsInDays: 26\n    startsOn: 2026-12-17', 'cohorts.0: has both'],
    [
      'a day that is another weekday',
      'startsInDays: 26',
      'code: NSPR-1\n    startsOn: 2026-12-18',
      'cohorts.0.startsOn: is not a thu',
    ],
    [
      'an impossible day',
      'startsInDays: 26',
      'code: NSPR-1\n    startsOn: 2026-02-30',
      'cohorts.0.startsOn: is not a valid date',
    ],
    [
      'a moment without its offset',
      startTime,
      `${startTime}\n    enrolClosesAt: 2026-12-01T10:00`,
      'cohorts.0.enrolClosesAt: must be a date and time with an offset',
    ],
    ['a code of another course', startTime, `${startTime}\n    code: NG-1`, 'cohorts.0.code: must start with NSPR-'],
    [
      'an offer that is taken',
      startTime,
      `${startTime}\n    offers: [ { amount: 9, code: NG-2027-01 } ]`,
      'cohorts.0.offers.0: `NG-2027-01` is in ng.yaml too',
    ],
    [
      'an offer with two expiries',
      startTime,
      `${startTime}\n    offers: [ { amount: 9, expiresInDays: 1, expiresAt: 2026-12-01T10:00:00Z } ]`,
      'cohorts.0.offers.0: has both `expiresAt` and `expiresInDays`',
    ],
    [
      'an offer’s lower price that is not lower',
      startTime,
      `${startTime}\n    offers: [ { amount: 9, discount: { amount: 9 } } ]`,
      'cohorts.0.offers.0.discount: is not lower',
    ],
    [
      'a session about an unknown item',
      `startsInDays: 26\n    on: [ thu ]\n    ${startTime}`,
      'code: NSPR-1\n    sessions: [ { item: nothing, at: 2026-12-17T20:00 } ]',
      'cohorts.0.sessions.0.item: `nothing` is not in the curriculum',
    ],
    [
      'an unknown market',
      'cohorts:',
      'markets: [ { country: XX } ]\ncohorts:',
      'markets.0.country: is not a supported market',
    ],
    [
      'more student work than a page shows',
      'cohorts:',
      `studentWork: { works: [ ${'{ title: A, by: B, hue: rose, motif: discs, seed: X }, '.repeat(13)} ] }\ncohorts:`,
      'studentWork.works: ',
    ],
  ])('%s is refused', async (_title, from, to, message) => {
    const faults = await faultsAfter('courses/nspr.yaml', from, to)
    expect(
      faults.find((fault) => /^courses\/nspr\.yaml:\d+:\d+ /.test(fault) && fault.includes(message)),
      faults.join('\n'),
    ).toBeDefined()
  })

  test('more than 50 modules, 500 lessons or 20 pro sessions are refused', async () => {
    const list = (count: number, create: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => create(i))
    const item = (id: string) => `{ id: ${id}, title: T, minutes: 5, summary: S }`
    const group = (id: string, items: string[]) => `  - title: ${id}\n    items: [${items.join(', ')}]`
    const listFaults = async (groups: string[]) =>
      (await faultsAfter('courses/nspr.yaml', 'curriculum:', `curriculum:\n${groups.join('\n')}`)).join('\n')
    expect(await listFaults(list(50, (i) => group(`g${i}`, [item(`a${i}`)])))).toContain(
      'curriculum: has more than 50 modules',
    )
    expect(
      await listFaults([
        group(
          'long',
          list(450, (i) => item(`b${i}`)),
        ),
      ]),
    ).toContain('curriculum: has more than 500 lessons')
    const pro = `proSessions: [${list(21, (i) => item(`p${i}`)).join(', ')}]\ncurriculum:`
    const faults = await faultsAfter('courses/nspr.yaml', 'curriculum:', pro)
    expect(faults.join('\n')).toContain('proSessions: has more than 20 sessions')
  })

  test('missing and ignored files are all reported at once', async () => {
    await rm(join(copy.folder(), 'creators.yaml'))
    await rm(join(copy.folder(), 'courses'), { recursive: true })
    await mkdir(join(copy.folder(), 'courses'))
    await writeFile(join(copy.folder(), 'courses/ng.yml'), 'code: NG')
    await mkdir(join(copy.folder(), 'courses/ng'))
    const content = await readContent(copy.folder(), TODAY)
    expect(!content.ok && content.refusal.reason!.replaceAll(`${copy.folder()}/`, '').split('\n')).toEqual([
      'creators.yaml is missing',
      'courses/ng is ignored: the name of a course file must end in .yaml',
      'courses/ng.yml is ignored: the name of a course file must end in .yaml',
      'courses has no course files',
    ])
  })

  test('nested YAML aliases are a fault and do not exhaust the memory', async () => {
    const createAliases = (name: string, aliased: string) =>
      `${name}: &${name} [${Array(10).fill(`*${aliased}`).join(', ')}]\n`
    const bomb = `a: &a [x]\n${createAliases('b', 'a')}${createAliases('c', 'b')}${createAliases('d', 'c')}${createAliases('e', 'd')}`
    await writeFile(join(copy.folder(), 'promo-codes.yaml'), bomb)
    const content = await readContent(copy.folder(), TODAY)
    expect(!content.ok && content.refusal.reason).toContain(
      'promo-codes.yaml:1:1 the file refers to its own parts too often',
    )
  })

  test('a time without days is reported at its cohort', async () => {
    const faults = await faultsAfter('courses/nspr.yaml', '    on: [ thu ]\n', '')
    expect(faults).toEqual([expect.stringMatching(/^courses\/nspr\.yaml:\d+:5 cohorts\.0: needs both/)])
  })

  test.each([
    ['skips', 'Europe/London', '01:30', '2027-03-28'],
    ['repeats', 'Europe/London', '01:30', '2026-10-25'],
  ])('a wall time that the zone %s is refused, not shifted', async (_title, zone, at, date) => {
    await faultsAfter('courses/nspr.yaml', 'zone: Asia/Karachi', `zone: ${zone}`)
    await faultsAfter('courses/nspr.yaml', 'startsInDays: 26\n    on: [ thu ]', 'startsInDays: 0\n    on: [sun]')
    const faults = await faultsAfter('courses/nspr.yaml', 'at: "20:00"', `at: "${at}"`, new Date(`${date}T00:00:00Z`))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(
      /^courses\/nspr\.yaml:\d+:5 cohorts\.0\.at: \d{4}-\d\d-\d\dT01:30 does not exist or occurs twice/,
    )
  })
})
