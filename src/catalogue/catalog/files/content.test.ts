import { describe, expect, test } from 'vitest'
import { toZoneTime } from '#domain/schedule.ts'
import { contentCopy, TODAY } from '../../../../tests/support/content-copy.ts'
import { type Content, readContent } from './content.ts'
import { listCohortCodes, planCohort } from './plan-cohorts.ts'

const copy = contentCopy()
const { faultsAfter } = copy

async function read(from = 'content', today = TODAY): Promise<Content> {
  const content = await readContent(from, today)
  if (!content.ok) throw new Error(content.refusal.reason)
  return content.value
}

describe('the demo content (docs/contract §8)', () => {
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
  ])('%s has the listed fields', async (code, page, kind, delivery, amount, before, deposit) => {
    const course = (await read()).courses.find((candidate) => candidate.file.code === code)!.file
    expect(course.pages).toContain(page)
    expect(course).toMatchObject({ kind, delivery })
    expect(course.price).toMatchObject({ currency: 'USD', amount })
    expect([course.price.before, course.price.deposit]).toEqual([before, deposit])
  })

  test('promises no community, which is not built, and nothing for ever beside a year of access', async () => {
    const { courses, refundTerms } = await read()
    for (const { file } of courses) {
      const { benefits, price, facts, subtitle, promise } = file
      const texts = JSON.stringify({ benefits, price, facts, subtitle, promise, refundTerms })
      expect(texts, file.code).not.toMatch(/communit|for ?ever|lifetime|\byours (for|to keep)|stays? yours/i)
    }
  })

  test('is valid on every day of a year, and local times do not shift', async () => {
    const files = (await read()).courses.map((course) => course.file)
    for (let day = 0; day < 366; day += 3) {
      const today = new Date(TODAY.getTime() + day * 86_400_000)
      for (const file of files) {
        const codes = listCohortCodes(file, today)
        for (const [index, form] of file.cohorts.entries()) {
          const { cohort, invalidTimes } = planCohort(file, form, codes[index]!, today)
          expect(invalidTimes).toEqual([])
          for (const session of cohort!.sessions) {
            const zoneTime = toZoneTime(session.startsAt, form.zone)
            expect(`${zoneTime.localDate}T${zoneTime.localTime}`).toBe(session.localStart)
          }
        }
      }
    }
  })

  test('has the sessions of a cohort in order, including pro sessions', async () => {
    const ng = (await read()).courses.find((course) => course.file.code === 'NG')!
    expect(ng.cohorts.map((cohort) => cohort.createCohortCode)).toEqual(['NG-2027-01', 'NG-2027-02', 'NG-2027-03'])
    expect(ng.cohorts[0]!.sessions.map((session) => session.localStart)).toEqual([
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

  test('a second cohort in one month gets a letter', async () => {
    await faultsAfter('courses/ng.yaml', 'startsInDays: 79', 'startsInDays: 55')
    const ng = (await read(copy.folder())).courses.find((course) => course.file.code === 'NG')!
    expect(ng.cohorts.map((cohort) => cohort.createCohortCode)).toEqual(['NG-2027-01', 'NG-2027-01B', 'NG-2027-03'])
  })
})
