/** Connects the endpoints of messages to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createMessage, deleteMessage, saveMessage } from './edit-message.ts'
import { loadMessage, loadMessages } from './load-messages.ts'
import { previewMessage, testMessage } from './preview-message.ts'
import { listReceivedMessages } from './received-messages.ts'
import { sendMessage, sendMessageNow, undoMessage } from './schedule-message.ts'
import * as wire from './wire.ts'

export function messagesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listMessages, ({ actor, params, query }) =>
      loadMessages(deps, actor, { courseCode: params.course, before: query.before ?? null }),
    ),
    handle(wire.createMessage, ({ actor, params, body }) =>
      createMessage(deps, actor, { courseCode: params.course, ...body }),
    ),
    handle(wire.readMessage, ({ actor, params }) => loadMessage(deps, actor, toPlace(params))),
    handle(wire.saveMessage, ({ actor, params, body }) => saveMessage(deps, actor, { ...toPlace(params), ...body })),
    handle(wire.deleteMessage, ({ actor, params }) => deleteMessage(deps, actor, toPlace(params))),
    handle(wire.previewMessage, ({ actor, params, query }) =>
      previewMessage(deps, actor, { ...toPlace(params), readerId: query.person ?? null }),
    ),
    handle(wire.testMessage, ({ actor, params, body }) => testMessage(deps, actor, { ...toPlace(params), ...body })),
    handle(wire.sendMessage, ({ actor, params, body, ...call }) =>
      sendMessage(withOrigin(deps, call), actor, {
        ...toPlace(params),
        version: body.version,
        sendAt: body.sendAt === null ? null : new Date(body.sendAt),
      }),
    ),
    handle(wire.undoMessage, ({ actor, params, ...call }) =>
      undoMessage(withOrigin(deps, call), actor, toPlace(params)),
    ),
    handle(wire.sendMessageNow, ({ actor, params, ...call }) =>
      sendMessageNow(withOrigin(deps, call), actor, toPlace(params)),
    ),
    handle(wire.listReceivedMessages, async ({ actor, params }) =>
      respond(200, { data: await listReceivedMessages(deps, actor.personId, params.course) }),
    ),
  ]
}

const toPlace = ({ course, messageId }: { course: string; messageId: string }) => ({ courseCode: course, messageId })
