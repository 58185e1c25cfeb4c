/** Connects the inbox endpoints to their functions. */
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
    handle(wire.readThread, ({ body, ip }) => readThread(deps, { ...body, ip })),
    handle(wire.replyToThread, ({ body, ip }) => replyToThread(deps, { ...body, ip })),
    handle(inbox.listInbox, async ({ actor, query, ...call }) =>
      respond(200, { data: await listInboxPage(withOrigin(deps, call), actor.personId, query) }),
    ),
    handle(inbox.readConversation, ({ actor, params, ...call }) =>
      readConversation(withOrigin(deps, call), { ...params, personId: actor.personId }),
    ),
    handle(inbox.answerConversation, ({ actor, params, body, ...call }) =>
      answerConversation(withOrigin(deps, call), { ...params, ...body, personId: actor.personId }),
    ),
    handle(inbox.undoAnswer, ({ actor, params, ...call }) =>
      undoAnswer(withOrigin(deps, call), { ...params, personId: actor.personId }),
    ),
    handle(inbox.closeConversation, ({ actor, params, ...call }) =>
      changeConversationState(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'closed' }),
    ),
    handle(inbox.reopenConversation, ({ actor, params, ...call }) =>
      changeConversationState(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'open' }),
    ),
  ]
}
