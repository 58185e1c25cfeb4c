/** Connects the inbox endpoints to their functions. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { answerConversation, changeConversationState, listInboxPage, readConversation, undoAnswer } from './inbox.ts'
import { leaveMessage } from './leave-message.ts'
import { readThread, replyToThread } from './thread.ts'
import * as inbox from './wire/inbox.ts'
import * as wire from './wire.ts'

export function supportApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.leaveMessage, async ({ body, ip }) => {
      const outcome = await leaveMessage(deps, { ...body, ip })
      return outcome.ok ? respond(200, { status: 'success' as const }) : refuse(outcome.refusal)
    }),
    handle(wire.readThread, async ({ body, ip }) => toAnswer(await readThread(deps, { ...body, ip }))),
    handle(wire.replyToThread, async ({ body, ip }) => toAnswer(await replyToThread(deps, { ...body, ip }))),
    handle(inbox.listInbox, async ({ actor, query, ...call }) =>
      respond(200, { data: await listInboxPage(withOrigin(deps, call), actor.personId, query) }),
    ),
    handle(inbox.readConversation, async ({ actor, params, ...call }) =>
      toAnswer(await readConversation(withOrigin(deps, call), { ...params, personId: actor.personId })),
    ),
    handle(inbox.answerConversation, async ({ actor, params, body, ...call }) =>
      toAnswer(await answerConversation(withOrigin(deps, call), { ...params, ...body, personId: actor.personId })),
    ),
    handle(inbox.undoAnswer, async ({ actor, params, ...call }) =>
      toAnswer(await undoAnswer(withOrigin(deps, call), { ...params, personId: actor.personId })),
    ),
    handle(inbox.closeConversation, async ({ actor, params, ...call }) =>
      toAnswer(
        await changeConversationState(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'closed' }),
      ),
    ),
    handle(inbox.reopenConversation, async ({ actor, params, ...call }) =>
      toAnswer(
        await changeConversationState(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'open' }),
      ),
    ),
  ]
}

const toAnswer = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
