/**
 * Reports of played seconds that the server does not have yet, in the browser's local storage. The server stores the
 * union of all reports, so a report may be merged with others, repeated or late. docs/contract §12.
 */
import { addWatched, MAX_RANGES_PER_REPORT, MAX_REPORTS_PER_CALL, type WatchedRange } from '#domain/learning/watched.ts'

/** Seconds. The position is the last one. */
export type PlayedReport = { lessonId: string; assetId: string; ranges: WatchedRange[]; position: number }

/** `secondsAgo`: the age of its position. Ages of two devices compare, whatever their clocks say. */
export type SentReport = PlayedReport & { secondsAgo: number }

export const MAX_STORED_REPORTS = 200
/** Refusals that another attempt may overcome: a session to renew, a slow network, too many calls. */
const REPEATED_STATUSES = [401, 408, 429]
/** The digits of the time in a key. */
const TIME_LENGTH = 15
/** A tab sees the storage writes of another tab with a short delay. */
const STORAGE_DELAY_MS = 500

export type ReportStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** `send` answers with the HTTP status, and with 0 when there was no response. It never rejects. */
export type ReportQueueOptions = {
  personId: string
  storage: ReportStorage
  send: (reports: SentReport[]) => Promise<number>
  /** `runInTabLock` of the client: one job at a time across tabs. */
  runExclusive: <Result>(name: string, job: (isAfterAnother: boolean) => Promise<Result>) => Promise<Result>
  now?: () => number
  pause?: (milliseconds: number) => Promise<unknown>
}

export type ReportQueue = {
  /** Stores the report at once, so that a closed tab loses nothing. */
  add(report: PlayedReport): void
  /** Sends all stored reports of the person, one tab at a time. */
  flush(): Promise<void>
  /** Sends this tab's own reports without waiting for other tabs, because the page is being closed. */
  flushBeforeClose(): void
  count(): number
}

/** `playedAt`: the last time at which it was played, by the device's clock. */
type Entry = PlayedReport & { keys: string[]; playedAt: number }

export function createReportQueue(options: ReportQueueOptions): ReportQueue {
  const { personId, runExclusive, now = Date.now, pause = waitFor } = options
  const stored = createStoredReports(options)
  const sendingKeys = new Set<string>()
  const ownKeys = new Set<string>()
  let nextFlush: Promise<void> | null = null

  async function sendEntries(entries: readonly Entry[]): Promise<boolean> {
    const keys = entries.flatMap((entry) => entry.keys)
    for (const key of keys) sendingKeys.add(key)
    const status = await options.send(entries.map((entry) => toSentReport(entry, now())))
    for (const key of keys) sendingKeys.delete(key)
    if (isRepeated(status)) return false
    // One report that is refused must not take the others of its call with it.
    if (status >= 400 && entries.length > 1) {
      for (const entry of entries) if (!(await sendEntries([entry]))) return false
      return true
    }
    for (const key of keys) {
      stored.remove(key)
      ownKeys.delete(key)
    }
    return true
  }

  async function sendAll(isAfterAnother: boolean): Promise<void> {
    if (isAfterAnother) await pause(STORAGE_DELAY_MS)
    const waiting = stored.list().filter(({ keys }) => !keys.some((key) => sendingKeys.has(key)))
    for (const call of splitList(mergeReports(waiting), MAX_REPORTS_PER_CALL)) if (!(await sendEntries(call))) return
  }

  return {
    add(report) {
      ownKeys.add(stored.add(report))
      stored.limit()
    },
    flush() {
      nextFlush ??= runExclusive(`watched:${personId}`, (isAfterAnother) => {
        nextFlush = null
        return sendAll(isAfterAnother)
      })
      return nextFlush
    },
    flushBeforeClose() {
      const isOwn = ({ keys }: Entry) => keys.every((key) => ownKeys.has(key) && !sendingKeys.has(key))
      const [call = []] = splitList(mergeReports(stored.list().filter(isOwn)), MAX_REPORTS_PER_CALL)
      if (call.length > 0) void sendEntries(call)
    },
    count: () => stored.list().length,
  }
}

function toSentReport({ keys: _, playedAt, ...report }: Entry, now: number): SentReport {
  return { ...report, secondsAgo: Math.max(0, Math.floor((now - playedAt) / 1000)) }
}

function isRepeated(status: number): boolean {
  return REPEATED_STATUSES.includes(status) || !(status >= 200 && status < 500)
}

/**
 * Each report has its own key, which starts with its time. Two tabs never write the same key, so none of them loses a
 * report of the other. A browser that refuses to store has the reports in memory.
 */
function createStoredReports({ personId, storage, now = Date.now }: ReportQueueOptions) {
  const prefix = `watched:${personId}:`
  const memory = new Map<string, string>()

  function listKeys(): string[] {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return [...keys, ...memory.keys()].filter((key) => key.startsWith(prefix)).sort()
  }

  function add(report: PlayedReport, playedAt = now()): string {
    const key = `${prefix}${String(playedAt).padStart(TIME_LENGTH, '0')}-${crypto.randomUUID()}`
    const text = JSON.stringify(report)
    try {
      storage.setItem(key, text)
    } catch {
      memory.set(key, text)
    }
    return key
  }

  function remove(key: string): void {
    memory.delete(key)
    storage.removeItem(key)
  }

  function list(): Entry[] {
    return listKeys().flatMap((key): Entry[] => {
      const report = parseReport(memory.get(key) ?? storage.getItem(key))
      if (!report) remove(key)
      return report
        ? [{ ...report, keys: [key], playedAt: Number(key.slice(prefix.length, prefix.length + TIME_LENGTH)) }]
        : []
    })
  }

  /** Above the limit, the reports of one asset become one. The oldest of the rest are dropped. */
  function limit(): void {
    const entries = list()
    if (entries.length <= MAX_STORED_REPORTS) return
    const merged = mergeReports(entries)
    for (const { keys } of entries) for (const key of keys) remove(key)
    for (const { keys: _, playedAt, ...report } of merged.slice(-MAX_STORED_REPORTS)) add(report, playedAt)
  }

  return { add, remove, list, limit }
}

function parseReport(text: string | null): PlayedReport | null {
  try {
    const report = JSON.parse(text ?? '') as Partial<PlayedReport> | null
    const { lessonId, assetId, ranges, position } = report ?? {}
    if (!lessonId || !assetId || !Array.isArray(ranges) || typeof position !== 'number') return null
    return { lessonId, assetId, ranges, position }
  } catch {
    return null
  }
}

/** One report for each asset of a lesson, in the order of their last reports; more where it has more than 100 ranges. */
function mergeReports(entries: readonly Entry[]): Entry[] {
  const byAsset = new Map<string, Entry>()
  for (const entry of entries) {
    const name = `${entry.lessonId} ${entry.assetId}`
    const before = byAsset.get(name)
    byAsset.delete(name)
    const ranges = addWatched(before?.ranges ?? [], entry.ranges, Number.POSITIVE_INFINITY)
    byAsset.set(name, { ...entry, ranges, keys: [...(before?.keys ?? []), ...entry.keys] })
  }
  return [...byAsset.values()].flatMap((entry) => {
    if (entry.ranges.length <= MAX_RANGES_PER_REPORT) return [entry]
    const parts = splitList(entry.ranges, MAX_RANGES_PER_REPORT)
    return parts.map((ranges, index) => ({ ...entry, ranges, keys: index === parts.length - 1 ? entry.keys : [] }))
  })
}

function splitList<Item>(list: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size))
}

const waitFor = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
