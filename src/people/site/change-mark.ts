/** Replaces the mark beside the name of the site. docs/contract §45. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { convertImage } from '#platform/pictures/convert-image.ts'
import { drawMailMark } from '#platform/pictures/mail-mark.ts'
import { addMailMark, deleteUnseenMailMark, findMarkHash, findMarkWithoutMail, lockSite, putMark } from './queries.ts'
import { mayEditSite, reloadSite } from './save-site.ts'

/** Pixels of the longer side, for a mark of 32 on a sharp screen. */
const MARK_PIXELS = 128
const NO_PICTURE = 'Please choose a JPEG, PNG, WebP or AVIF picture'

/** @param picture the bytes of a picture as base64; null: the drop that comes with the program */
export async function changeMark(deps: Deps, person: ActingPerson, picture: string | null): Promise<Outcome<null>> {
  if (!(await mayEditSite(deps.db, person))) return refused('OWNER_NEEDED')
  const bytes = picture === null ? null : await convertMark(Buffer.from(picture, 'base64'))
  if (bytes && 'fault' in bytes) return refused('FIELD_INVALID', { fields: { picture: bytes.fault } })
  const mark = bytes && { picture: bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32) }
  const inMail = bytes && (await drawMailMark(bytes))
  const changed = await inOneTransaction(deps.db, async (tx): Promise<Outcome<null>> => {
    if (!(await mayEditSite(tx, person))) return refused('OWNER_NEEDED')
    await lockSite(tx)
    const replaced = await findMarkHash(tx)
    await putMark(tx, mark)
    const isNew = mark && inMail ? await addMailMark(tx, { hash: mark.hash, ...inMail }) : false
    if (replaced) await deleteUnseenMailMark(tx, replaced)
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: person.personId },
      action: 'site-changed',
      object: { kind: 'site', id: null },
      details: { changed: 'mark', isNew },
    })
    return accepted(null)
  })
  if (changed.ok) await reloadSite(deps)
  return changed
}

/** At a start: a mark from before e-mails had one gets its picture for them. */
export async function completeMark({ db }: Pick<Deps, 'db'>): Promise<void> {
  const mark = await findMarkWithoutMail(db)
  if (mark) await addMailMark(db, { hash: mark.hash, ...(await drawMailMark(mark.picture)) })
}

/** Hostile bytes become a small WebP without metadata. */
async function convertMark(source: Buffer): Promise<Buffer | { fault: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mark-'))
  try {
    const path = join(folder, 'mark.webp')
    await convertImage(source, path, { width: MARK_PIXELS, height: MARK_PIXELS })
    return await readFile(path)
  } catch {
    return { fault: NO_PICTURE }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
