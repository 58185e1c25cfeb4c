/** Sends the played seconds of this browser's player to the server, by one queue for each person. docs/contract §12. */
import type { SignedInAudience } from '#http/client.ts'
import { browserClient, runInTabLock } from '#http/client.ts'
import type { PlayedPart } from '../player/player-props.ts'
import { createReportQueue, type ReportQueue, type SentReport } from '../player/reports/report-queue.ts'
import { type ReportedProgress, reportWatched } from '../wire/lesson.ts'
import { isAccessClosed } from './is-access-closed.ts'

type Reporter = { personId: string; as: SignedInAudience }
type PlayedAsset = { lessonId: string; assetId: string }

/** `onClosed`: a report of that lesson was refused, because the person's access is closed. */
type ReportListener = { onProgress(progress: ReportedProgress): void; onClosed(lessonId: string): void }

const listeners = new Set<ReportListener>()
let current: { personId: string; queue: ReportQueue } | null = null

/** Stores the report at once and sends it. A report of a page that is being closed waits for no other tab. */
export function reportPlayed(reporter: Reporter, asset: PlayedAsset, { ranges, position, isFinal }: PlayedPart): void {
  const queue = getQueue(reporter)
  queue.add({ ...asset, ranges, position })
  if (isFinal) queue.flushBeforeClose()
  else void queue.flush()
}

/** Sends reports that an earlier page could not send. */
export function sendWaitingReports(reporter: Reporter): void {
  const queue = getQueue(reporter)
  if (queue.count() > 0) void queue.flush()
}

export function watchReports(listener: ReportListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getQueue({ personId, as }: Reporter): ReportQueue {
  if (current?.personId !== personId) {
    const client = browserClient({ keepalive: true })
    const queue = createReportQueue({
      personId,
      storage: localStorage,
      runExclusive: runInTabLock,
      send: async (reports) => {
        const response = await client.call(reportWatched, { auth: as, body: { reports: reports.map(toBody) } })
        if (response.error === null) {
          for (const progress of response.data.data.lessons)
            for (const listener of listeners) listener.onProgress(progress)
        } else if (isAccessClosed(response.errorCode)) {
          for (const { lessonId } of reports) for (const listener of listeners) listener.onClosed(lessonId)
        }
        return response.status
      },
    })
    current = { personId, queue }
  }
  return current.queue
}

const toBody = ({ ranges, ...report }: SentReport) => ({
  ...report,
  ranges: ranges.map(([start, end]): [number, number] => [start, end]),
})
