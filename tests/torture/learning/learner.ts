/** One learner with several tabs, who reports, plays and finishes lessons, and remembers what was sent and answered. */
import type { WatchedRange } from '#domain/learning/watched.ts'
import type { Random } from '../../support/random.ts'
import { type Answer, get, post } from '../../world/buyer.ts'
import { pause } from '../installation.ts'
import { type Classroom, logIn, type Seat, VIDEO_SECONDS, type Video } from './classroom.ts'

/** An ended access stops a media address within this time. docs/contract §18. */
const STOPS_WITHIN_MS = 5000

export type LearnerRecord = Seat & {
  /** Ranges by lesson. */
  sent: Map<string, WatchedRange[]>
  acknowledged: Map<string, WatchedRange[]>
  /** Lessons of which an answer said that they are complete. */
  completed: Set<string>
  /** Media addresses that were given out. */
  addresses: string[]
  /** When an answer first said that access has ended. Null: open as far as the answers say. */
  closedAt: number | null
  /** The bank decided for the shop: access opens again at an unknown moment. */
  mayReopen: boolean
  /** Requests of media: with bytes while access was open, and refused in time after it ended. */
  played: number
  refused: number
  /** Media addresses that still answered with bytes. */
  leaks: string[]
  /** Answers that no rule allows. */
  faults: string[]
}

export function createRecord(seat: Seat): LearnerRecord {
  return {
    ...seat,
    sent: new Map(),
    acknowledged: new Map(),
    completed: new Set(),
    addresses: [],
    closedAt: null,
    mayReopen: false,
    played: 0,
    refused: 0,
    leaks: [],
    faults: [],
  }
}

export type Lecture = { classroom: Classroom; random: Random; onReport(): void; isOver(): boolean }

/** Runs the tabs of one learner until the lecture is over. */
export async function learn(lecture: Lecture, record: LearnerRecord, tabs: number): Promise<void> {
  const { url, videos, textLessonId } = lecture.classroom
  let token = await logIn(url, record)
  const headers = () => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': record.address })
  const call = async (method: 'get' | 'post', path: string, body: object = {}): Promise<Answer | null> => {
    const ask = () => (method === 'get' ? get(url, path, headers()) : post(url, path, body, headers()))
    const answer = await ask().catch(() => null)
    if (answer?.status === 401) token = await logIn(url, record)
    return answer && answer.status < 500 ? answer : null
  }
  const oneTab = async () => {
    while (!lecture.isOver()) {
      const video = lecture.random.pick(videos)
      await pause(100 + 300 * lecture.random.next())
      const chosen = lecture.random.next()
      if (chosen < 0.75) await reportWatched(lecture, record, call, video)
      else if (chosen < 0.8) await play(record, await call('post', `/api/v1/lessons/${video.lessonId}/play`))
      else if (chosen < 0.83) noteDone(record, textLessonId, await call('post', `/api/v1/lessons/${textLessonId}/done`))
      else await fetchMedia(url, record, lecture.random)
    }
  }
  await Promise.all([watchAccess(lecture, record, call), ...Array.from({ length: tabs }, oneTab)])
}

type Call = (method: 'get' | 'post', path: string, body?: object) => Promise<Answer | null>

/** Half of the reports without an answer are sent again, as a browser does after a reload. */
async function reportWatched({ random, onReport }: Lecture, record: LearnerRecord, call: Call, video: Video) {
  const ranges = Array.from({ length: 1 + Math.floor(random.next() * 3) }, (): WatchedRange => {
    const start = Math.floor(random.next() * VIDEO_SECONDS)
    return [start, start + 5 + Math.floor(random.next() * 45)]
  })
  const { lessonId, assetId } = video
  add(record.sent, lessonId, ranges)
  const report = { reports: [{ lessonId, assetId, ranges, position: ranges[0]![0] }] }
  let answer = await call('post', '/api/v1/progress/watched', report)
  if (!answer && random.chance(0.5)) answer = await call('post', '/api/v1/progress/watched', report)
  if (answer?.status !== 200) return
  onReport()
  add(record.acknowledged, lessonId, ranges)
  const lessons = answer.body.data?.lessons as { lessonId: string; completedAt: string | null }[]
  for (const lesson of lessons) if (lesson.completedAt) record.completed.add(lesson.lessonId)
  if (!lessons.some((lesson) => lesson.lessonId === lessonId))
    record.faults.push(`a report of ${lessonId} was answered without it`)
}

function add(map: Map<string, WatchedRange[]>, lessonId: string, ranges: readonly WatchedRange[]): void {
  map.set(lessonId, [...(map.get(lessonId) ?? []), ...ranges])
}

async function play(record: LearnerRecord, answer: Answer | null): Promise<void> {
  const source = answer?.body.data?.source as { url: string } | null | undefined
  if (source) record.addresses.push(source.url)
}

function noteDone(record: LearnerRecord, lessonId: string, answer: Answer | null): void {
  if (answer?.status === 200) record.completed.add(lessonId)
}

/** Fetches one of the newest addresses. A fourth player ends the oldest grant, so older ones are refused anyway. */
async function fetchMedia(url: string, record: LearnerRecord, random: Random): Promise<void> {
  if (record.addresses.length === 0) return
  const path = random.pick(record.addresses.slice(-3))
  const from = { startedAt: performance.now(), mayReopen: record.mayReopen }
  const request = { headers: { range: 'bytes=0-9' }, signal: AbortSignal.timeout(10_000) }
  const answer = await fetch(url + path, request).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
  if (!answer || answer.status >= 500) return
  const isLate = record.closedAt !== null && from.startedAt > record.closedAt + STOPS_WITHIN_MS
  if (answer.ok && isLate && !from.mayReopen && !record.mayReopen)
    record.leaks.push(`${record.end}: ${Math.round(from.startedAt - record.closedAt!)} ms after the end of access`)
  if (answer.ok && record.closedAt === null) record.played++
  if (answer.status === 403 && isLate) record.refused++
}

/** Asks for a lesson several times a second: its answer says whether access is open. */
async function watchAccess({ classroom, isOver }: Lecture, record: LearnerRecord, call: Call): Promise<void> {
  while (!isOver()) {
    await pause(250)
    const answer = await call('get', `/api/v1/lessons/${classroom.textLessonId}`)
    if (!answer || answer.status === 401) continue
    const isClosed = answer.body.errorCode === 'ACCESS_ENDED' || answer.body.errorCode === 'ACCESS_FROZEN'
    if (isClosed) record.closedAt ??= performance.now()
    else if (answer.status === 200 && record.closedAt !== null && !record.mayReopen)
      record.faults.push(`${record.end}: a lesson opened again`)
    else if (answer.status !== 200) record.faults.push(`${record.end}: a lesson answered ${answer.status}`)
  }
}
