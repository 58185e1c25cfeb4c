/** The worker writes the inbox's mails: once for each answer, however often it is told. */
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { answerMail, noticeMail } from './mail/support.ts'
import { addLink, conversationById, countStates, markMailed, newestWaiting } from './queries.ts'

/** How long a mailed link opens its conversation. */
const LINK_DAYS = 180

/** Nothing where the answer was taken back. */
export async function writeAnswer(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const answer = await markMailed(tx, messageId)
    const conversation = answer && (await conversationById(tx, answer.conversation_id))
    if (!answer || !conversation) return
    const token = deps.secrets.newToken()
    await addLink(tx, deps.secrets.hash(token), conversation.id, LINK_DAYS)
    // Behind the #, so that no server's log and no Referer ever holds it.
    const url = `${new URL('/support', deps.config.publicUrl).href}#token=${token}`
    const words = answerMail({ answer: answer.body, url, supportAddress: deps.config.supportAddress })
    await post(tx, deps.jobs, {
      dedupeKey: `support-answer:${messageId}`,
      to: conversation.email,
      ...words,
      headers: { 'Reply-To': deps.config.supportAddress, 'Auto-Submitted': 'no' },
    })
  })
}

/** Tells the house that messages wait, and never what they say: that is read in the portal. */
export async function writeNotice(deps: Deps): Promise<void> {
  await transact(deps.db, async (tx) => {
    const newest = await newestWaiting(tx)
    if (!newest) return
    const { open } = await countStates(tx)
    const url = new URL('/portal/inbox', deps.config.publicUrl).href
    const { supportAddress } = deps.config
    const words = noticeMail({ count: open, url, supportAddress })
    await post(tx, deps.jobs, { dedupeKey: `support-notice:${newest}`, to: supportAddress, ...words })
  })
}
