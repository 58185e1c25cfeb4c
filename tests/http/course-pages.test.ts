import { expect } from 'vitest'
import { test } from '../support/http-test.ts'
import { listElements } from '../support/markup.ts'

/** docs/contract §8: each course's pages and the state it is in. */
const PAGES = [
  ['/nina-reyes', 'open'],
  ['/noor-siddiqi', 'few-seats'],
  ['/course/photography', 'open'],
  ['/daniel-appiah', 'open'],
  ['/mobile-content-creator', 'on-demand'],
  ['/mika-osei/phone-film-weekend', 'open'],
  ['/mo-tikaram', 'full'],
  ['/build-a-business', 'open'],
  ['/tala-uy-cruz', 'open'],
  ['/dita-anand', 'on-demand'],
  ['/vera-falk', 'coming-soon'],
  ['/tomas-adeyemi', 'in-progress'],
  ['/ines-duarte', 'ended'],
] as const

test.for(PAGES)(
  'every course page of the demo is complete and shows its state: %s',
  async ([path, state], { server }) => {
    const answer = await fetch(server.url + path)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(html).toContain(`data-course-state="${state}"`)
    expect(listElements(html, 'h1')).toHaveLength(1)
    expect(listElements(html, 'html')[0]?.attributes.lang).toBe('en-GB')
    expect(listElements(html, 'title')[0]?.text).toMatch(/\S/)
  },
)

test('the drawings of a course are pictures, and there are no more than it has', async ({ server }) => {
  const getDrawing = (number: number) => fetch(`${server.url}/art/NG-work-${number}.svg`)
  expect((await getDrawing(3)).headers.get('content-type')).toContain('svg')
  expect((await getDrawing(4)).status).toBe(404)
})

test('a course without a Philippine page has none', async ({ server }) => {
  const answer = await fetch(`${server.url}/_ph/noor-siddiqi`)
  expect([answer.status, answer.headers.get('etag')]).toEqual([404, null])
  expect(listElements(await answer.text(), 'h1')).toHaveLength(1)
})

test('a course code redirects to its page and keeps the query; an unknown code shows similar courses', async ({
  server,
}) => {
  const lead = async (path: string) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await lead('/c/NG')).toEqual([302, '/nina-reyes'])
  expect(await lead('/c/dapr/?promo=TAKE20&utm_source=x')).toEqual([302, '/daniel-appiah?promo=TAKE20&utm_source=x'])
  const codes = await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=MTIKPR`)
  const { courseCode } = (await codes.json()).data.MTIKPR
  expect(await lead(`/c/${courseCode}`)).toEqual([302, '/mo-tikaram'])
  const unknown = await fetch(`${server.url}/c/NOPE`)
  expect(unknown.status).toBe(404)
  expect(listElements(await unknown.text(), 'h3').length).toBeGreaterThanOrEqual(3)
})
