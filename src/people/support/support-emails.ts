/** The support e-mails that the worker sends. Each answer is sent once, even if its job runs twice. */

import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { createAnswerEmail, createNoticeEmail } from './mail/support.ts'
import {
  addLink,
  countConversationsByState,
  getConversation,
  getNewestUnansweredMessageId,
  markAnswerSent,
} from './queries.ts'

/** Days until a conversation link expires. */
const LINK_DAYS = 180

/** Does nothing if the answer was undone. */
export async function sendAnswerEmail(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const answer = await markAnswerSent(tx, messageId)
    const conversation = answer && (await getConversation(tx, answer.conversation_id))
    if (!answer || !conversation) return
    const token = deps.secrets.newToken()
    await addLink(tx, deps.secrets.hash(token), conversation.id, LINK_DAYS)
    // The token is in the fragment, so that it never reaches a server log or a Referer header.
    const url = `${new URL('/support', deps.config.publicUrl).href}#token=${token}`
    const email = createAnswerEmail({ answer: answer.body, url, sender: deps.site.current })
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `support-answer:${messageId}`,
      to: conversation.email,
      ...email,
      headers: { 'Reply-To': deps.site.current.supportAddress, 'Auto-Submitted': 'no' },
    })
  })
}

/** Notifies the admins about unanswered messages, without their content. */
export async function sendNoticeEmail(deps: Deps): Promise<void> {
  await transact(deps.db, async (tx) => {
    const newestMessageId = await getNewestUnansweredMessageId(tx)
    if (!newestMessageId) return
    const { open } = await countConversationsByState(tx)
    const url = new URL('/portal/inbox', deps.config.publicUrl).href
    const { supportAddress } = deps.site.current
    const email = createNoticeEmail({ count: open, url, sender: deps.site.current })
    await enqueueMail(tx, deps.jobs, { dedupeKey: `support-notice:${newestMessageId}`, to: supportAddress, ...email })
  })
}
