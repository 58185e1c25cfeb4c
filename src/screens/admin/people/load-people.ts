/** Loads the page of people by the URL: the list and the open person. */
import type { RequestQuery } from '#http/endpoint.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'
import { type Invitation, listInvitations } from '#people/invitations/wire.ts'
import {
  listPeople,
  listRoleCourses,
  type PersonDetail,
  type PersonListItem,
  type RoleCourses,
  readPerson,
} from '../wire/people.ts'
import { HELD_ROLES } from './held-roles.ts'

type PeopleList = { people: PersonListItem[]; count: number; next: string | null }
export type PeopleFilter = Pick<RequestQuery<typeof listPeople>, 'q' | 'role'>
export type InvitationsData = {
  invitations: Invitation[]
  hasMore: boolean
  mayInviteAdmins: boolean
  courses: RoleCourses
}
export type PeopleData = ListDetailData<PeopleList, PersonDetail> & {
  filter: PeopleFilter
  invited: InvitationsData
}

export async function loadPeople(request: AppRequest): Promise<PeopleData> {
  const { client, query } = request
  const filter = parseFilter(query)
  const [data, invitations, courses] = await Promise.all([
    loadListDetail<PeopleList, PersonDetail>(request, {
      list: (after) =>
        client.call(listPeople, { auth: 'admin', query: { ...filter, ...(after && isUuid(after) && { after }) } }),
      entry: (personId) => client.call(readPerson, { auth: 'admin', params: { personId } }),
    }),
    client.call(listInvitations, { auth: 'admin' }),
    client.call(listRoleCourses, { auth: 'admin' }),
  ])
  return {
    ...data,
    filter,
    invited: { ...requireBody(invitations).data, courses: requireBody(courses).data },
  }
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Drops values that the endpoint would refuse. */
function parseFilter(query: URLSearchParams): PeopleFilter {
  const q = query.get('q')?.trim().slice(0, 200)
  const role = HELD_ROLES.find((one) => one === query.get('role'))
  return { ...(q && { q }), ...(role && { role }) }
}
