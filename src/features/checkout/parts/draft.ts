/** A draft of a page's short form, opened where it was not typed: its address tells the seats, and nothing of who wants them. */
import type { Client, ClientEnvironment } from '#http/client.ts'
import { callDraft } from '../calls/enrol.ts'
import { keepEnrolment, newEnrolment, nobodyYet, readEnrolment } from './enrolment.ts'

export async function openDraft(
  client: Client,
  kept: Pick<ClientEnvironment, 'session'>,
  draftId: string,
  at: { courseCode: string; offerCode: string },
): Promise<void> {
  const now = new Date()
  if (readEnrolment(kept, now)?.offerCode === at.offerCode) return
  const found = await callDraft(client, draftId)
  if (found.error !== null || found.data.data.offerCode !== at.offerCode) return
  const { seats } = found.data.data
  keepEnrolment(kept, { ...newEnrolment(at, null, now), seats, friends: Array.from({ length: seats - 1 }, nobodyYet) })
}
