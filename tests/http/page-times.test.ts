/**
 * Kept pages against the clock, which is handed in: what a page says is true again within the time that
 * docs/contract §7 gives.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer as createSocket, type Server as Socket } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeps, type DepsHandle } from '#app/create-deps.ts'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig } from '#config/config.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import type { createServer, Server } from '../../src/app/server.ts'
import { build, isBuilt, SERVER_BUNDLE } from '../../tools/build.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const STALE = 300

let now = TODAY
let folder: string
let opened: DepsHandle
let other: DepsHandle
let server: Server
let socket: Socket
let base: string
beforeAll(async () => {
  if (!isBuilt()) await build()
  folder = await mkdtemp(join(tmpdir(), 'understudy-times-'))
  await chmod(folder, 0o711)
  socket = createSocket((request, response) => server.handle(request, response)).listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const port = String((socket.address() as AddressInfo).port)
  base = `http://localhost:${port}`
  const settings = { MODE: 'demo', PORT: port, LOG_LEVEL: 'error' }
  opened = await createDeps(readConfig({ ...settings, DATA_DIR: folder }), false)
  other = await createDeps(readConfig({ ...settings, DATA_DIR: folder, DATABASE_URL: opened.url }), false)
  await importContent(opened.deps, 'content', TODAY)
  const bundle: { createServer: typeof createServer } = await import(SERVER_BUNDLE)
  server = await bundle.createServer({ ...opened.deps, clock: () => now })
})
afterAll(async () => {
  socket?.close()
  await server?.stop()
  await other?.close()
  await opened?.close()
  await rm(folder, { recursive: true, force: true })
})

const secondsFrom = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

async function ask(path: string): Promise<{ html: string; freshSeconds: number }> {
  const answer = await fetch(base + path)
  expect(answer.status, path).toBe(200)
  const fresh = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1]
  return { html: await answer.text(), freshSeconds: Number(fresh) }
}
const stateAt = async (path: string) => /data-course-state="([^"]+)"/.exec((await ask(path)).html)?.[1]
const offerAt = async (path: string) => /href="\/checkout\/([^"]+)"/.exec((await ask(path)).html)?.[1]

type Case = {
  what: string
  path: string
  at: Date
  arrange: () => Promise<unknown>
  seen: (path: string) => Promise<string | undefined>
  before: string
  after: string
}

const db = () => opened.deps.db
const cohort = (courseCode: string) => db().updateTable('cohort').where('cohort_code', '=', courseCode)
const at = (text: string) => new Date(`2026-11-${text}:00Z`)

const CASES: Case[] = [
  {
    what: 'enrolment closes',
    path: '/daniel-appiah',
    at: at('21T11:00'),
    arrange: () =>
      cohort('DAPR-2027-01')
        .set({ enrol_closes_at: at('21T11:00') })
        .execute(),
    seen: stateAt,
    before: 'open',
    after: 'in-progress',
  },
  {
    what: 'a session starts',
    path: '/tala-uy-cruz',
    at: at('21T12:00'),
    arrange: () => setStart('TUCPR-2027-01', at('21T12:00')),
    seen: stateAt,
    before: 'open',
    after: 'in-progress',
  },
  {
    what: 'a cohort ends',
    path: '/tala-uy-cruz',
    at: at('21T14:00'),
    arrange: async () => undefined,
    seen: stateAt,
    before: 'in-progress',
    after: 'ended',
  },
  {
    what: 'an offer ends',
    path: '/mobile-content-creator',
    at: at('21T15:00'),
    arrange: () => addOffer('MCOM', 'MCOM-EARLY', at('21T15:00')),
    seen: offerAt,
    before: 'MCOM-EARLY',
    after: 'MCOM',
  },
  {
    what: 'a lower price ends',
    path: '/nina-reyes',
    at: at('21T16:00'),
    arrange: () =>
      db()
        .updateTable('offer')
        .set({ discount_price_minor: 29_900, discount_ends_at: at('21T16:00') })
        .where('offer_code', '=', 'NG-2027-01')
        .execute(),
    seen: async (path) => ((await ask(path)).html.includes('data-amount="299.00"') ? '299' : '399'),
    before: '299',
    after: '399',
  },
  {
    what: 'a lower price ends, on the Philippine page',
    path: '/_ph/nina-reyes',
    at: at('21T17:00'),
    arrange: () =>
      db()
        .updateTable('offer')
        .set({ discount_price_minor: 29_900, discount_ends_at: at('21T17:00') })
        .where('offer_code', '=', 'NG-2027-01')
        .execute(),
    seen: async (path) => ((await ask(path)).html.includes('data-amount="299.00"') ? '299' : '399'),
    before: '299',
    after: '399',
  },
]

describe.each(CASES)('when $what', ({ path, at, arrange, seen, before, after }) => {
  test('a page cached just before the change is rendered again at the change', async () => {
    now = secondsFrom(at, -200)
    await arrange()
    await expect.poll(async () => (await ask(path)).freshSeconds).toBe(200)
    expect(await seen(path)).toBe(before)
    now = secondsFrom(at, -1)
    expect(await seen(path)).toBe(before)
    now = secondsFrom(at, 1)
    await seen(path)
    await expect.poll(() => seen(path)).toBe(after)
  })

  test('a page without requests meanwhile is not shown after the stale time', async () => {
    now = secondsFrom(at, -200)
    await changeSomething()
    await expect.poll(() => seen(path)).toBe(before)
    now = secondsFrom(at, STALE)
    expect(await seen(path)).toBe(after)
  })
})

describe('without the clock', () => {
  test('when another process takes the last seat, the page and the home page say that the cohort is full', async () => {
    now = at('21T18:00')
    await cohort('NSPR-2026-12').set({ capacity: 1 }).execute()
    await expect.poll(() => stateAt('/noor-siddiqi')).toBe('few-seats')
    expect((await ask('/')).html).toContain('1 seat left')
    const guest = { email: 'last@understudy.test', name: 'Last Guest', timezoneId: 'UTC' }
    expect(await giveSeat(other.deps, 'NSPR-2026-12', guest)).toMatchObject({ ok: true })
    await expect.poll(() => stateAt('/noor-siddiqi'), { timeout: 10_000 }).toBe('full')
    await expect.poll(async () => (await ask('/')).html.includes('1 seat left'), { timeout: 10_000 }).toBe(false)
  })

  test('a withdrawn course is ended on its page, and is not on the home page', async () => {
    expect(await stateAt('/ines-duarte')).toBe('ended')
    expect((await ask('/')).html).toContain('href="/vera-falk"')
    const gone = other.deps.db.updateTable('course').set({ withdrawn_at: now }).where('course_code', '=', 'VFX')
    expect(await stateAt('/vera-falk')).toBe('coming-soon')
    await gone.execute()
    await expect.poll(() => stateAt('/vera-falk'), { timeout: 10_000 }).toBe('ended')
    const { html } = await ask('/vera-falk')
    expect(html).toContain('This course is not on sale')
    expect(html).not.toContain('data-island="interest"')
    await expect.poll(async () => (await ask('/')).html.includes('href="/vera-falk"'), { timeout: 10_000 }).toBe(false)
  })

  test('a changed note about refunds is on every page at once', async () => {
    now = secondsFrom(now, 1)
    await changeSomething()
    const label = `As of ${now.toISOString()}`
    await expect.poll(async () => (await ask('/ines-duarte')).html.includes(label), { timeout: 10_000 }).toBe(true)
  })
})

/** Two hours of it, from a moment on, and nothing else. */
async function setStart(courseCode: string, starts: Date): Promise<void> {
  const times = { starts_at: starts, ends_at: secondsFrom(starts, 7200) }
  await db().updateTable('cohort_session').set(times).where('cohort_code', '=', courseCode).execute()
  await cohort(courseCode)
    .set({ ...times, enrol_closes_at: starts })
    .execute()
}

async function addOffer(courseCode: string, offerCode: string, expires: Date): Promise<void> {
  const offer = { offer_code: offerCode, cohort_code: courseCode, position: -1, currency: 'USD', price_minor: 3_900 }
  await db()
    .insertInto('offer')
    .values({ ...offer, expires_at: expires })
    .execute()
}

/** Changes a text that every page shows, so that every cached page is dropped. */
async function changeSomething(): Promise<void> {
  await other.deps.db
    .updateTable('refund_terms')
    .set({ note: `As of ${now.toISOString()}` })
    .execute()
}
