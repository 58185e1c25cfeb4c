/** The inbox as its address asks for it: which conversations, and the one that is open. */
import type { NotIn } from '#features/portal/parts/load-settings.ts'
import { callListInbox, callReadConversation } from '#features/support/calls.ts'
import { STATES } from '#features/support/states.ts'
import type { Conversation, Row, State } from '#features/support/wire/inbox.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { type Admin, adminHere, loadAdmin, notIn } from './load-admin.ts'

export type Inbox = Admin & {
  show: State
  conversations: Row[]
  counts: Record<State, number>
  /** The conversation after which the next page begins. */
  next: string | null
  isFirst: boolean
  open: Conversation | null
  /** The address names a conversation that is not there. */
  isMissing: boolean
}

export async function loadInbox(
  client: Client,
  kept: Pick<ClientEnvironment, 'local'>,
  asked: URLSearchParams,
): Promise<NotIn | ({ is: 'in' } & Inbox)> {
  const audience = adminHere(kept)
  if (!audience) return { is: 'guest', told: null }
  const show = STATES.find((state) => state === asked.get('show')) ?? 'open'
  const after = asked.get('after')
  const openId = asked.get('open')
  const [admin, list, read] = await Promise.all([
    loadAdmin(client, audience),
    callListInbox(client, { state: show, ...(after && { after }) }),
    openId ? callReadConversation(client, openId) : null,
  ])
  if (admin.is !== 'in') return admin
  if (list.error !== null) return notIn(list)
  if (read && read.error !== null && read.status !== 404) return notIn(read)
  return {
    ...admin,
    ...list.data.data,
    show,
    isFirst: after === null,
    open: read?.error === null ? read.data.data : null,
    isMissing: read?.status === 404,
  }
}
