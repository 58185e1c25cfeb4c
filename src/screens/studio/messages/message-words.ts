/** The words about messages to learners. */
import type { MessageDetail, ResultCounts } from '#learn/messages/wire.ts'

/** What stands against sending: a sentence, and faults by field. */
export type Fault = { message: string | null; fields: Readonly<Record<string, string>> }

export const countPeople = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/** `18 people`: who gets the e-mail. Without any of them, who reads the message in the portal. */
export function describeReaders({
  chosenCount,
  unproved,
  turnedOff,
  unreachable,
}: Pick<MessageDetail, 'chosenCount' | 'unproved' | 'turnedOff' | 'unreachable'>): string {
  const inPortal = unproved.count + turnedOff.count + unreachable.count
  return chosenCount === 0 && inPortal > 0 ? `${countPeople(inPortal)}, in the portal only` : countPeople(chosenCount)
}

/** `24 seconds`, `1 second`. Null: it starts now, or later than a minute. */
export function formatWait(seconds: number): string | null {
  if (seconds <= 0 || seconds > 60) return null
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** What became of the e-mails besides those that were sent. Empty if there is nothing to say. */
export function listOtherResults({ waiting, leftOut, forgotten }: ResultCounts): string[] {
  return [
    ...(waiting > 0 ? [`${waiting} on the way`] : []),
    ...(leftOut > 0 ? [`${leftOut} without an e-mail`] : []),
    ...(forgotten > 0 ? [`${forgotten} no longer known`] : []),
  ]
}
