/** Binds the inbox's endpoints to their verbs. */
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { answerConversation, inboxOf, moveConversation, readConversation, takeBackAnswer } from './inbox.ts'
import { leaveMessage } from './leave-message.ts'
import { readThread, writeAgain } from './thread.ts'
import * as inbox from './wire/inbox.ts'
import * as wire from './wire.ts'

export function supportApi(deps: Deps): Mounted[] {
  return [
    handle(wire.leaveMessage, async ({ body, ip }) => {
      const outcome = await leaveMessage(deps, { ...body, ip })
      return outcome.ok ? answer(200, { status: 'success' as const }) : refuse(outcome.refusal)
    }),
    handle(wire.readThread, async ({ body, ip }) => told(await readThread(deps, { ...body, ip }))),
    handle(wire.writeAgain, async ({ body, ip }) => told(await writeAgain(deps, { ...body, ip }))),
    handle(inbox.listInbox, async ({ actor, query, ...call }) =>
      answer(200, { data: await inboxOf(withOrigin(deps, call), actor.personId, query) }),
    ),
    handle(inbox.readConversation, async ({ actor, params, ...call }) =>
      told(await readConversation(withOrigin(deps, call), { ...params, personId: actor.personId })),
    ),
    handle(inbox.answerConversation, async ({ actor, params, body, ...call }) =>
      told(await answerConversation(withOrigin(deps, call), { ...params, ...body, personId: actor.personId })),
    ),
    handle(inbox.takeBackAnswer, async ({ actor, params, ...call }) =>
      told(await takeBackAnswer(withOrigin(deps, call), { ...params, personId: actor.personId })),
    ),
    handle(inbox.closeConversation, async ({ actor, params, ...call }) =>
      told(await moveConversation(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'closed' })),
    ),
    handle(inbox.reopenConversation, async ({ actor, params, ...call }) =>
      told(await moveConversation(withOrigin(deps, call), { ...params, personId: actor.personId, to: 'open' })),
    ),
  ]
}

const told = <Value>(outcome: Outcome<Value>) =>
  outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
