/** Lists people for admins. docs/contract §47. */
import type { Deps } from '#http/deps.ts'
import { countPeople, listPersonRows, type PersonRow } from '../queries/people.ts'
import type { PeopleFilterQuery, PersonListItem } from '../wire/people.ts'

const PAGE_SIZE = 25

export async function listPeople(
  { db }: Pick<Deps, 'db'>,
  { q = '', role, after }: PeopleFilterQuery & { after?: string | undefined },
) {
  // A search without a letter or digit is no search.
  const criteria = { searchText: /[\p{L}\p{N}]/u.test(q) ? q : null, role: role ?? null }
  const [rows, count] = await Promise.all([
    listPersonRows(db, criteria, { after: after ?? null, limit: PAGE_SIZE + 1 }),
    countPeople(db, criteria),
  ])
  const people = rows.slice(0, PAGE_SIZE).map(toListItem)
  return { people, count, next: rows.length > PAGE_SIZE ? people.at(-1)!.personId : null }
}

function toListItem(row: PersonRow): PersonListItem {
  return {
    personId: row.id,
    name: row.name,
    email: row.email,
    siteRole: row.site_role,
    courseRoles: row.course_roles,
    courseCount: row.course_count,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  }
}
