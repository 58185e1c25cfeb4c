import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addWatched } from '#domain/learning/watched.ts'
import { createReportQueue, MAX_STORED_REPORTS, type PlayedReport } from './report-queue.ts'

const report = (from: number, to: number, lessonId = 'lesson'): PlayedReport => ({
  lessonId,
  assetId: 'asset',
  ranges: [[from, to]],
  position: to,
})

function createStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

/** Runs one job at a time, as a Web Lock does for all tabs. */
function createLock() {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return <Result>(_name: string, job: (isAfterAnother: boolean) => Promise<Result>): Promise<Result> => {
    const isAfterAnother = waiting++ > 0
    const result = last.then(() => job(isAfterAnother))
    last = result.catch(() => null).finally(() => waiting--)
    return result
  }
}

/** Tabs of one browser. `answer` gives the status of a call, and 0 for no response. */
function createTabs(answer: (reports: PlayedReport[]) => number, storage = createStorage()) {
  const calls: PlayedReport[][] = []
  const accepted: PlayedReport[] = []
  const ages: number[] = []
  const time = { now: 0 }
  const runExclusive = createLock()
  const createTab = (personId = 'ana') =>
    createReportQueue({
      personId,
      storage,
      runExclusive,
      now: () => ++time.now,
      pause: async () => null,
      async send(reports) {
        ages.push(...reports.map(({ secondsAgo }) => secondsAgo))
        const sent = reports.map(({ secondsAgo: _, ...report }) => report)
        calls.push(sent)
        const status = answer(sent)
        if (status >= 200 && status < 300) accepted.push(...sent)
        return status
      },
    })
  return { calls, accepted, ages, time, storage, createTab }
}

const unite = (reports: readonly PlayedReport[]) =>
  reports.reduce(
    (union, { ranges }) => addWatched(union, ranges, Number.POSITIVE_INFINITY),
    [] as ReturnType<typeof addWatched>,
  )

test('a report leaves the storage when the server has it', async () => {
  const tabs = createTabs(() => 200)
  const tab = tabs.createTab()
  tab.add(report(0, 15))
  tab.add(report(15, 20))
  expect(tab.count()).toBe(2)
  await tab.flush()
  expect(tabs.calls).toEqual([[{ lessonId: 'lesson', assetId: 'asset', ranges: [[0, 20]], position: 20 }]])
  expect(tabs.storage.items.size).toBe(0)
})

test('a report that waited says how old its position is, and merged ones the age of the last', async () => {
  let answer = 0
  const tabs = createTabs(() => answer)
  const tab = tabs.createTab()
  tab.add(report(0, 15))
  tabs.time.now += 60_000
  tab.add(report(15, 20))
  tab.add(report(0, 5, 'another'))
  tabs.time.now += 90_000
  await tab.flush()
  answer = 200
  tabs.time.now += 3_600_000
  await tab.flush()
  expect(tabs.ages).toEqual([90, 90, 3690, 3690])
})

test.each([0, 401, 408, 429, 500, 503])('a report waits after status %i', async (status) => {
  let answer = status
  const tabs = createTabs(() => answer)
  const tab = tabs.createTab()
  tab.add(report(0, 15))
  await tab.flush()
  expect(tab.count()).toBe(1)
  answer = 200
  await tab.flush()
  expect(tab.count()).toBe(0)
  expect(unite(tabs.accepted)).toEqual([[0, 15]])
})

test.each([400, 403, 404, 409, 422])('a report that the server refuses with %i is dropped', async (status) => {
  const tabs = createTabs(() => status)
  const tab = tabs.createTab()
  tab.add(report(0, 15))
  await tab.flush()
  expect(tab.count()).toBe(0)
})

test('a report that is refused does not take the others of its call with it', async () => {
  const tabs = createTabs((reports) => (reports.some(({ lessonId }) => lessonId === 'closed') ? 403 : 200))
  const tab = tabs.createTab()
  tab.add(report(0, 15, 'first'))
  tab.add(report(0, 15, 'closed'))
  tab.add(report(0, 15, 'second'))
  await tab.flush()
  expect(tab.count()).toBe(0)
  expect(tabs.accepted.map(({ lessonId }) => lessonId)).toEqual(['first', 'second'])
})

test('eight tabs that send at once send each report once', async () => {
  const tabs = createTabs(() => 200)
  const all = Array.from({ length: 8 }, () => tabs.createTab())
  for (const [index, tab] of all.entries()) tab.add(report(index * 10, index * 10 + 5))
  await Promise.all(all.map((tab) => tab.flush()))
  const sent = tabs.calls.flat().flatMap(({ ranges }) => ranges)
  expect(sent).toHaveLength(8)
  expect(unite(tabs.accepted)).toHaveLength(8)
})

test('the reports of another person stay', async () => {
  const tabs = createTabs(() => 200)
  tabs.createTab('bea').add(report(0, 15))
  await tabs.createTab('ana').flush()
  expect(tabs.calls).toEqual([])
  expect(tabs.createTab('bea').count()).toBe(1)
})

test('a closing page sends its own reports at once, and not twice', async () => {
  const tabs = createTabs(() => 200)
  const [tab, other] = [tabs.createTab(), tabs.createTab()]
  other.add(report(100, 110))
  tab.add(report(0, 15))
  tab.flushBeforeClose()
  expect(tabs.calls).toEqual([[report(0, 15)]])
  await tab.flush()
  expect(unite(tabs.accepted)).toEqual([
    [0, 15],
    [100, 110],
  ])
  expect(tabs.calls).toHaveLength(2)
})

test('at most 200 reports wait, and merging loses no second', async () => {
  let answer = 0
  const tabs = createTabs(() => answer)
  const tab = tabs.createTab()
  for (let second = 0; second < 450; second++) tab.add(report(second * 2, second * 2 + 1))
  expect(tab.count()).toBeLessThanOrEqual(MAX_STORED_REPORTS)
  answer = 200
  await tab.flush()
  expect(unite(tabs.accepted)).toHaveLength(450)
  for (const call of tabs.calls.flat()) expect(call.ranges.length).toBeLessThanOrEqual(100)
})

test('the oldest of more than 200 lessons is dropped', () => {
  const tab = createTabs(() => 0).createTab()
  for (let lesson = 0; lesson < 205; lesson++) tab.add(report(0, 15, `lesson ${lesson}`))
  expect(tab.count()).toBe(MAX_STORED_REPORTS)
})

test('a browser that refuses to store sends from memory', async () => {
  const storage = createStorage()
  const tabs = createTabs(() => 200, {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const tab = tabs.createTab()
  tab.add(report(0, 15))
  await tab.flush()
  expect(unite(tabs.accepted)).toEqual([[0, 15]])
  expect(tab.count()).toBe(0)
})

test('text under the same name that is no report is removed', async () => {
  const tabs = createTabs(() => 200)
  tabs.storage.setItem('watched:ana:1', '{"lessonId":1}')
  tabs.storage.setItem('watched:ana:2', 'nonsense')
  await tabs.createTab().flush()
  expect(tabs.calls).toEqual([])
  expect(tabs.storage.items.size).toBe(0)
})

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('add' as const),
      tab: fc.nat(2),
      from: fc.nat(500),
      length: fc.integer({ min: 1, max: 20 }),
    }),
    fc.record({ kind: fc.constant('flush' as const), tab: fc.nat(2), status: fc.constantFrom(0, 200, 401, 429, 500) }),
    fc.record({ kind: fc.constant('close' as const), tab: fc.nat(2), status: fc.constantFrom(0, 200, 503) }),
  ),
  { maxLength: 40 },
)

test('whatever fails on the way, the server has every second after the last flush', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      let answer = 200
      const tabs = createTabs(() => answer)
      const all = [tabs.createTab(), tabs.createTab(), tabs.createTab()]
      const added: PlayedReport[] = []
      for (const step of list) {
        const tab = all[step.tab]!
        if (step.kind === 'add') {
          const one = report(step.from, step.from + step.length)
          added.push(one)
          tab.add(one)
        } else {
          answer = step.status
          if (step.kind === 'flush') await tab.flush()
          else tab.flushBeforeClose()
        }
      }
      answer = 200
      await Promise.all(all.map((tab) => tab.flush()))
      await all[0]!.flush()
      expect(unite(tabs.accepted)).toEqual(unite(added))
      expect(tabs.storage.items.size).toBe(0)
    }),
  )
})
