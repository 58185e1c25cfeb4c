/** Writes the e-mails about the files of a course, once each, to the uploader and the creator. */
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueOptionalMail } from '#people/mailing/enqueue-optional-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { mediaFailedMail, storageNearlyFullMail } from './mail/media-mails.ts'
import { findCourseAsset, listRecipients } from './queries/assets.ts'
import type { StorageUse } from './queue.ts'

export async function writeFailedEmails(deps: Deps, assetId: string): Promise<void> {
  const asset = await findCourseAsset(deps.db, assetId)
  if (asset?.state !== 'failed' || !asset.fault) return
  const { courseCode, filename, fault } = asset
  const courseTitle = (await getCourseTitle(deps.db, courseCode)) ?? courseCode
  const recipients = await listRecipients(deps.db, courseCode, asset.createdBy)
  await transact(deps.db, async (tx) => {
    for (const { personId, name, email } of recipients) {
      const content = mediaFailedMail(deps, { name, courseCode, courseTitle, filename, fault })
      const person = { id: personId, email }
      await enqueueOptionalMail(deps, tx, { kind: 'media.failed', person, about: assetId, content })
    }
  })
}

export async function writeNearlyFullEmails(deps: Deps, use: StorageUse): Promise<void> {
  const { courseCode, usedBytes, quotaBytes, since } = use
  const courseTitle = (await getCourseTitle(deps.db, courseCode)) ?? courseCode
  const about = `${courseCode}:${since}`
  const percent = Math.floor((100 * usedBytes) / quotaBytes)
  const recipients = await listRecipients(deps.db, courseCode, use.personId)
  await transact(deps.db, async (tx) => {
    for (const { personId, name, email } of recipients) {
      const content = storageNearlyFullMail(deps, { name, courseCode, courseTitle, percent })
      const person = { id: personId, email }
      await enqueueOptionalMail(deps, tx, { kind: 'storage.nearly-full', person, about, content })
    }
  })
}
