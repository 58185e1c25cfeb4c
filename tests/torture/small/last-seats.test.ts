import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audited } from '../../world/audited.ts'
import { type Bought, buy } from '../../world/buyer.ts'
import { type RunningServer, startServer } from '../../world/server.ts'

const BUYERS = 300
const SEATS = 24
const SEATS_OF_TUCPR = 40

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
}, 900_000)
afterAll(async () => {
  await server.dispose()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function createOpenCohort(prefix: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/v1/next-course-date?coursePrefixCodes=${prefix}`)
  const { data } = (await answer.json()) as { data: Record<string, { courseCode: string }> }
  return data[prefix]!.courseCode
}

const count = (bought: Bought[], outcome: Bought['outcome']) => bought.filter((one) => one.outcome === outcome).length

describe('the last seats', () => {
  test(`${BUYERS} buyers at once for ${SEATS} seats: ${SEATS} enrolled, ${BUYERS - SEATS} refused clearly, the audit clean`, async () => {
    const courseCode = await createOpenCohort('NG')
    const bought = await Promise.all(Array.from({ length: BUYERS }, () => buy(server.url, courseCode)))
    expect(count(bought, 'complete')).toBe(SEATS)
    expect(count(bought, 'refused')).toBe(BUYERS - SEATS)
    expect(new Set(bought.filter((one) => one.outcome === 'refused').map((one) => one.errorCode))).toEqual(
      new Set(['SEATS_TAKEN']),
    )
    expect(await audited(server.dataDir)).toContain('No violation')
  }, 900_000)

  test('kill -9 of the server and of PostgreSQL during payments: every payment has a seat, every seat a payment, and every response was true', async () => {
    const courseCode = await createOpenCohort('TUCPR')
    let buying = 0
    const oneBuyer = async () => {
      buying++
      const result = await buy(server.url, courseCode)
      buying--
      return result
    }
    const everyone = Promise.all(Array.from({ length: 80 }, (_, index) => pause(index * 40).then(oneBuyer)))
    await pause(300)
    const inTheMiddle = [buying]
    await server.kill9()
    await server.start()
    await pause(100)
    inTheMiddle.push(buying)
    await server.killPostgres9()
    const bought = await everyone

    for (const number of inTheMiddle) expect(number, 'somebody was buying at the moment of the kill').toBeGreaterThan(0)
    expect(count(bought, 'unknown')).toBe(0)
    const complete = bought.filter((one) => one.outcome === 'complete')
    expect(complete.length).toBeGreaterThan(0)
    expect(complete.length).toBeLessThanOrEqual(SEATS_OF_TUCPR)
    await untilClean()
    for (const { email } of complete) expect(await mailsTo(email), `${email} was told complete`).toBeGreaterThan(0)
  }, 900_000)

  test('Ctrl-C stops everything, and the next start needs no repair', async () => {
    expect(await server.interrupt()).toBe(0)
    await server.start()
    expect(await fetch(server.url).then((answer) => answer.status)).toBe(200)
  }, 900_000)
})

/** A fault that all retries leave is a broken promise. */
async function untilClean(): Promise<void> {
  const deadline = Date.now() + 240_000
  for (;;) {
    try {
      expect(await audited(server.dataDir)).toContain('No violation')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(2000)
    }
  }
}

/** Asked with patience: the mail is a job of the worker's. */
async function mailsTo(email: string): Promise<number> {
  const deadline = Date.now() + 240_000
  for (;;) {
    const answer = await fetch(`${server.url}/dev/mail.json?to=${encodeURIComponent(email)}`)
    const { length } = (await answer.json()) as unknown[]
    if (length > 0 || Date.now() > deadline) return length
    await pause(500)
  }
}
