/** Information pages that an owner edits: a draft that saves itself, and what is public. docs/contract §48. */
import { isDeepStrictEqual } from 'node:util'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { InformationBody } from '#domain/site/information-body.ts'
import { INFORMATION_PAGES, type InformationPage } from '#domain/site-addresses.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { markPrivacyRead } from '#people/site/queries.ts'
import { mayEditSite, reloadSite } from '#people/site/save-site.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { hasOwnFolder, listInformationFaults, readShippedBody } from '#screens/storefront/information/information.ts'
import { findPageRow, listPageRows, lockPage, type PageRow, putDraft, putPublished } from './queries.ts'
import type { PageList, PageView } from './wire.ts'

export async function listPages(deps: Deps, person: ActingPerson): Promise<PageList> {
  const [rows, mayEdit] = await Promise.all([listPageRows(deps.db), mayEditSite(deps.db, person)])
  const pages = await Promise.all(
    INFORMATION_PAGES.map(async (name) => {
      const row = rows.find((one) => one.name === name) ?? null
      const { title } = row?.draft ?? row?.published ?? (await readShippedBody(deps.config, name))
      return { name, title, publishedAt: row?.publishedAt?.toISOString() ?? null, hasChanges: row?.draft != null }
    }),
  )
  return { pages, folder: getFolder(deps), mayEdit }
}

export async function readPage(deps: Deps, person: ActingPerson, typedName: string): Promise<Outcome<PageView>> {
  const name = INFORMATION_PAGES.find((one) => one === typedName)
  if (!name) return refused('NOT_FOUND')
  const [row, shipped, mayEdit] = await Promise.all([
    findPageRow(deps.db, name),
    readShippedBody(deps.config, name),
    mayEditSite(deps.db, person),
  ])
  return accepted({
    name,
    version: row ? getVersion(row) : 0,
    body: row?.draft ?? row?.published ?? shipped,
    hasChanges: row?.draft != null,
    publishedAt: row?.publishedAt?.toISOString() ?? null,
    folder: getFolder(deps),
    mayEdit,
  })
}

type Input = { name: string; version: number }

/** Equal texts change nothing. Refuses `VERSION_CONFLICT` with the newer text. */
export async function savePage(
  deps: Deps,
  person: ActingPerson,
  { body, ...input }: Input & { body: InformationBody },
): Promise<Outcome<{ version: number }>> {
  return changePage(deps, person, input, async (tx, { name, row, shipped }) => {
    const stored = row.draft ?? row.published ?? shipped
    const version = getVersion(row)
    if (isDeepStrictEqual(stored, body)) return accepted({ version })
    if (version !== input.version) {
      const { updatedBy: savedBy, updatedById, updatedAt } = row
      const isOwn = updatedById === person.personId
      const data = { version, body: stored, savedBy, isOwn, savedAt: updatedAt.toISOString() }
      return refused('VERSION_CONFLICT', { data })
    }
    const draft = isDeepStrictEqual(row.published ?? shipped, body) ? null : body
    const next = { name, version: row.version + 1, draft, personId: person.personId, now: deps.clock() }
    await putDraft(tx, next)
    return accepted({ version: next.version })
  })
}

/** Makes the draft public. Refuses `FIELD_INVALID` with the faults of its text, as files have them. */
export async function publishPage(
  deps: Deps,
  person: ActingPerson,
  input: Input,
): Promise<Outcome<{ version: number }>> {
  const outcome = await changePage(deps, person, input, async (tx, { name, row }) => {
    if (getVersion(row) !== input.version) return refused('DRAFT_CHANGED')
    if (row.draft === null) return accepted({ version: row.version })
    const faults = await listInformationFaults(deps, name, row.draft)
    if (faults.length > 0) return refused('FIELD_INVALID', { fields: { text: faults.join('. ') } })
    const now = deps.clock()
    await putPublished(tx, name, row.draft, now)
    return finish(deps, tx, person, { name, row, now, action: 'page-published' })
  })
  if (outcome.ok) await reloadSite(deps)
  return outcome
}

/** The shipped text is public again, and the draft is gone. */
export async function resetPage(deps: Deps, person: ActingPerson, input: Input): Promise<Outcome<{ version: number }>> {
  const outcome = await changePage(deps, person, input, async (tx, { name, row }) => {
    if (getVersion(row) !== input.version) return refused('DRAFT_CHANGED')
    const now = deps.clock()
    await putPublished(tx, name, null, now)
    return finish(deps, tx, person, { name, row, now, action: 'page-reset' })
  })
  if (outcome.ok) await reloadSite(deps)
  return outcome
}

type Finished = { name: InformationPage; row: PageRow; now: Date; action: 'page-published' | 'page-reset' }

async function finish(deps: Deps, tx: Tx, { personId }: ActingPerson, { name, row, now, action }: Finished) {
  // An owner confirms the privacy page that is public now.
  if (name === 'privacy') await markPrivacyRead(tx, null)
  const version = row.version + 1
  await putDraft(tx, { name, version, draft: null, personId, now })
  await recordEvent(deps, tx, {
    actor: { kind: 'admin', id: personId },
    action,
    object: { kind: 'site', id: name },
  })
  return accepted({ version })
}

type Found = { name: InformationPage; row: PageRow; shipped: InformationBody }

/** Under the lock of the page. Only owners, and only where no folder of files wins. */
async function changePage(
  deps: Deps,
  person: ActingPerson,
  { name: typedName }: Input,
  change: (tx: Tx, found: Found) => Promise<Outcome<{ version: number }>>,
): Promise<Outcome<{ version: number }>> {
  const name = INFORMATION_PAGES.find((one) => one === typedName)
  if (!name) return refused('NOT_FOUND')
  if (getFolder(deps) !== null) return refused('PAGES_IN_FILES')
  const shipped = await readShippedBody(deps.config, name)
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await mayEditSite(tx, person))) return refused('OWNER_NEEDED')
    await lockPage(tx, name, deps.clock())
    return change(tx, { name, row: (await findPageRow(tx, name))!, shipped })
  })
}

/** 0 for a page that nobody has edited: only the lock has made its row. */
const getVersion = ({ version }: PageRow): number => (version === 1 ? 0 : version)

const getFolder = ({ config }: Pick<Deps, 'config'>): string | null => (hasOwnFolder(config) ? config.pagesDir : null)
