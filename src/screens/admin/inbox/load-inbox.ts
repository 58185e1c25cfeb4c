/** Loads the inbox by the URL: the list of conversations and the open one. */
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'
import { CONVERSATION_STATES } from '#people/support/states.ts'
import {
  type Conversation,
  type ConversationState,
  type InboxRow,
  listInbox,
  readConversation,
} from '#people/support/wire/inbox.ts'

type ConversationList = {
  conversations: InboxRow[]
  counts: Record<ConversationState, number>
  /** Cursor of the next page: the id of the last conversation on this page. */
  next: string | null
}
export type InboxPageData = ListDetailData<ConversationList, Conversation> & { selectedState: ConversationState }

export async function loadInbox(request: AppRequest): Promise<InboxPageData> {
  const { client, query } = request
  const selectedState = CONVERSATION_STATES.find((state) => state === query.get('show')) ?? 'open'
  const inbox = await loadListDetail<ConversationList, Conversation>(request, {
    list: (after) =>
      client.call(listInbox, { auth: 'admin', query: { state: selectedState, ...(after && { after }) } }),
    entry: (conversationId) => client.call(readConversation, { auth: 'admin', params: { conversationId } }),
  })
  return { ...inbox, selectedState }
}
