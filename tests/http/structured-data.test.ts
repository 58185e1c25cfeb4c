import { expect } from 'vitest'
import { test } from '../support/http-test.ts'
import { listElements, structuredData } from '../support/markup.ts'
import type { RunningServer } from '../world/server.ts'

const html = async (server: RunningServer, path: string) => (await fetch(server.url + path)).text()
const readStructuredData = async (server: RunningServer, path: string) =>
  structuredData(await html(server, path)) as {
    [name: string]: unknown
    mainEntity?: unknown[]
    itemListElement?: unknown[]
  }[]
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)

test('the structured data of a live course has its price, its availability, and every cohort with its teacher', async ({
  server,
}) => {
  const [course, questions, path] = await readStructuredData(server, '/nina-reyes')
  const cohort = {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    courseWorkload: 'PT12H10M',
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

test.for([
  ['/noor-siddiqi', 'Paid', 'LimitedAvailability', 1],
  ['/mo-tikaram', 'Paid', 'SoldOut', 1],
  ['/mobile-content-creator', 'Paid', 'InStock', 1],
  ['/dita-anand', 'Free', 'InStock', 1],
  ['/ines-duarte', 'Paid', 'OutOfStock', 0],
  ['/_ph/nina-reyes', 'Paid', 'InStock', 3],
] as const)(
  '%s is %s, %s, with %i runs, and says it in the money that is charged',
  async ([path, category, availability, cohorts], { server }) => {
    const [course] = await readStructuredData(server, path)
    expect(course?.offers).toMatchObject({
      category,
      priceCurrency: 'USD',
      availability: `https://schema.org/${availability}`,
      url: server.url + path,
    })
    expect(course?.hasCourseInstance).toHaveLength(cohorts)
  },
)

test('the structured data of the home page lists every course, and that of the questions page all answers', async ({
  server,
}) => {
  const [list] = await readStructuredData(server, '/')
  expect(list?.itemListElement).toHaveLength(10)
  const [faq] = await readStructuredData(server, '/faq')
  expect(faq?.mainEntity).toHaveLength(listElements(await html(server, '/faq'), 'h3').length)
})
