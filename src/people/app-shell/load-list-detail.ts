/** Loads a list, and beside it the entry that the URL names: `?after=` is the list's page, `?open=` the entry. */

import type { ApiFailure, ApiSuccess } from '#http/parse-response.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import type { AppRequest } from './app-request.ts'

type Response<Data> = ApiSuccess<{ data: Data }> | ApiFailure
type Calls<List, Entry> = {
  list: (after: string | null) => Promise<Response<List>>
  entry?: (id: string) => Promise<Response<Entry>>
}
export type ListDetailData<List, Entry = never> = List & {
  session: AppSession
  isFirst: boolean
  open: Entry | null
  /** The URL names an entry that does not exist. */
  isMissing: boolean
}

export async function loadListDetail<List extends object, Entry = never>(
  { client, local, session, query }: AppRequest,
  calls: Calls<List, Entry>,
): Promise<ListDetailData<List, Entry>> {
  const after = query.get('after')
  const openId = query.get('open')
  const [list, entry] = await Promise.all([
    calls.list(after),
    openId && calls.entry ? calls.entry(openId) : null,
    requireCurrentPerson(client, { local }, session),
  ])
  const isMissing = entry?.status === 404
  return {
    ...requireBody(list).data,
    session,
    isFirst: after === null,
    open: entry && !isMissing ? requireBody(entry).data : null,
    isMissing,
  }
}
