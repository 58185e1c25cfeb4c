import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { openLog } from '#platform/log.ts'
import { openBrowser } from '../browser.ts'
import { elementsOf, structuredData } from '../markup.ts'
import { type RunningServer, startServer } from '../server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
}, 180_000)
afterAll(() => server?.dispose())

const html = async (path: string) => (await fetch(server.url + path)).text()
const dataOf = async (path: string) =>
  structuredData(await html(path)) as { [name: string]: unknown; mainEntity?: unknown[]; itemListElement?: unknown[] }[]
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)

test('a live course is told whole: what it costs, whether there are seats, and every cohort with its teacher', async () => {
  const [course, questions, path] = await dataOf('/nina-reyes')
  const cohort = {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: 'PT12H',
    instructor: [{ '@type': 'Person', name: 'Nina Reyes', description: expect.stringContaining('documentary') }],
    location: { '@type': 'VirtualLocation', url: `${server.url}/nina-reyes` },
    startDate: INSTANT,
    endDate: INSTANT,
  }
  expect(course).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: 'Mobile filmmaking, shot on the phone you own',
    description: expect.stringContaining('three-minute film'),
    url: `${server.url}/nina-reyes`,
    image: expect.stringContaining(`${server.url}/`),
    inLanguage: 'en',
    courseCode: 'NG',
    provider: { '@type': 'Organization', name: 'Understudy', url: `${server.url}/` },
    offers: {
      '@type': 'Offer',
      price: '399.00',
      priceCurrency: 'USD',
      category: 'Paid',
      availability: 'https://schema.org/InStock',
      url: `${server.url}/nina-reyes`,
      validThrough: INSTANT,
    },
    hasCourseInstance: ['Midday room', 'Morning room', 'Weekend room'].map((name) => ({
      ...cohort,
      name: `Mobile filmmaking: ${name}`,
    })),
  })
  expect(questions?.mainEntity).toHaveLength(5)
  expect(path?.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Courses', item: `${server.url}/` },
    { '@type': 'ListItem', position: 2, name: 'Mobile filmmaking', item: `${server.url}/nina-reyes` },
  ])
})

test.each([
  ['/noor-siddiqi', 'Paid', 'LimitedAvailability', 1],
  ['/mo-tikaram', 'Paid', 'SoldOut', 1],
  ['/mobile-content-creator', 'Paid', 'InStock', 1],
  ['/dita-anand', 'Free', 'InStock', 1],
  ['/ines-duarte', 'Paid', 'OutOfStock', 0],
  ['/_ph/nina-reyes', 'Paid', 'InStock', 3],
])(
  '%s is %s, %s, with %i runs, and says it in the money that is charged',
  async (path, category, availability, cohorts) => {
    const [course] = await dataOf(path)
    expect(course?.offers).toMatchObject({
      category,
      priceCurrency: 'USD',
      availability: `https://schema.org/${availability}`,
      url: server.url + path,
    })
    expect(course?.hasCourseInstance).toHaveLength(cohorts)
  },
)

test('the home page lists every course, and the page of questions all of its answers', async () => {
  const [list] = await dataOf('/')
  expect(list?.itemListElement).toHaveLength(10)
  const [faq] = await dataOf('/faq')
  expect(faq?.mainEntity).toHaveLength(elementsOf(await html('/faq'), 'h3').length)
})

test('a title that would end the script stays a title, and the browser runs nothing and refuses nothing', async () => {
  const title = '</script><script>document.title="taken"</script>&lt;!-- ’ \u2028'
  const { url } = await startEmbedded(server.dataDir, openLog('silent'))
  const { db, close } = openDb(url, openLog('silent'), 1)
  await sql`update course set title = ${title} where prefix_code = 'VFX'`.execute(db)
  await close()
  await expect.poll(() => html('/vera-falk'), { timeout: 5_000 }).toContain('u003c/script')
  const browser = await openBrowser()
  await browser.page.goto(`${server.url}/vera-falk`)
  expect(await browser.page.title()).toContain('</script>')
  const [, , path] = await dataOf('/vera-falk')
  expect(path?.itemListElement).toMatchObject([{}, { name: title }])
  const scripts = elementsOf(await html('/vera-falk'), 'script')
  expect(scripts.map(({ attributes }) => attributes.type).sort()).toEqual([
    'application/ld+json',
    'application/ld+json',
    'application/ld+json',
    'module',
  ])
  expect(browser.faults).toEqual([])
  await browser.close()
})
