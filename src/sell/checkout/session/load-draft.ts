/** Loads a draft of the quick enrolment form. The draft holds the number of seats but no personal data. */
import type { Client, ClientEnvironment } from '#http/client.ts'
import { readDraft } from '../wire/enrol.ts'
import { createEnrolment, createUnnamedFriend, readEnrolment, storeEnrolment } from './enrolment.ts'

export async function loadDraft(
  client: Client,
  storage: Pick<ClientEnvironment, 'session'>,
  draftId: string,
  offer: { courseCode: string; offerCode: string },
): Promise<void> {
  const now = new Date()
  if (readEnrolment(storage, now)?.offerCode === offer.offerCode) return
  const response = await client.call(readDraft, { params: { draftId } })
  if (response.error !== null || response.data.data.offerCode !== offer.offerCode) return
  const { seats } = response.data.data
  storeEnrolment(storage, {
    ...createEnrolment(offer, null, now),
    seats,
    friends: Array.from({ length: seats - 1 }, createUnnamedFriend),
  })
}
