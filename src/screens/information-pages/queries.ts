/** Every statement about information pages that an owner has edited. `platform/db/site-setting.ts` reads the public ones. */
import type { InformationBody } from '#domain/site/information-body.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type PageRow = {
  name: string
  version: number
  draft: InformationBody | null
  published: InformationBody | null
  publishedAt: Date | null
  updatedAt: Date
  updatedBy: string | null
  updatedById: string | null
}

const select = (db: Db | Tx) =>
  db
    .selectFrom('information_page')
    .leftJoin('person', (join) =>
      join.onRef('person.id', '=', 'information_page.updated_by').on('person.deleted_at', 'is', null),
    )
    .select([
      'information_page.name',
      'version',
      'draft',
      'published',
      'published_at as publishedAt',
      'updated_at as updatedAt',
      'person.name as updatedBy',
      'information_page.updated_by as updatedById',
    ])

/** At most one row for each page. */
export async function listPageRows(db: Db): Promise<PageRow[]> {
  return (await select(db).execute()) as PageRow[]
}

/** primary key */
export async function findPageRow(db: Db | Tx, name: string): Promise<PageRow | null> {
  const row = await select(db).where('information_page.name', '=', name).executeTakeFirst()
  return (row as PageRow | undefined) ?? null
}

/** primary key; a second save of the page waits for the first, also for one that makes the row */
export async function lockPage(tx: Tx, name: string, now: Date): Promise<void> {
  await tx
    .insertInto('information_page')
    .values({ name, version: 1, updated_at: now })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  await tx.selectFrom('information_page').select('name').where('name', '=', name).forUpdate().execute()
}

type Change = { name: string; version: number; draft: InformationBody | null; personId: string; now: Date }

/** primary key */
export async function putDraft(tx: Tx, { name, version, draft, personId, now }: Change): Promise<void> {
  await tx
    .updateTable('information_page')
    .set({ version, draft: draft && JSON.stringify(draft), updated_at: now, updated_by: personId })
    .where('name', '=', name)
    .execute()
}

/** primary key; null: the shipped text is public again */
export async function putPublished(tx: Tx, name: string, published: InformationBody | null, now: Date): Promise<void> {
  await tx
    .updateTable('information_page')
    .set({ published: published && JSON.stringify(published), published_at: published && now })
    .where('name', '=', name)
    .execute()
}
