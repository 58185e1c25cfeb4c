/** Connects the endpoints about e-mails to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { recordMailListing, recordMailRead } from '../record-reads.ts'
import * as wire from '../wire/mails.ts'
import { listMails, listSuppressions } from './list-mails.ts'
import { readMail } from './read-mail.ts'
import { resendMail } from './resend-mail.ts'
import { liftSuppression, suppressAddress } from './suppress-address.ts'

export function mailApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listMails, async ({ actor, query, ...call }) => {
      const data = await listMails(deps, query)
      await recordMailListing(withOrigin(deps, call), actor, query)
      return respond(200, { data })
    }),
    handle(wire.readMail, async ({ actor, params, ...call }) => {
      const outcome = await readMail(deps, params.mailId)
      if (outcome.ok) await recordMailRead(withOrigin(deps, call), actor, params.mailId)
      return outcome
    }),
    handle(wire.resendMail, ({ actor, params, ...call }) =>
      resendMail(withOrigin(deps, call), actor.personId, params.mailId),
    ),
    handle(wire.listSuppressions, async ({ actor, query, ...call }) => {
      const data = await listSuppressions(deps, query)
      await recordMailListing(withOrigin(deps, call), actor, { ...query, view: 'suppressed' })
      return respond(200, { data })
    }),
    handle(wire.suppressAddress, ({ actor, body, ...call }) =>
      suppressAddress(withOrigin(deps, call), actor.personId, body),
    ),
    handle(wire.liftSuppression, ({ actor, body, ...call }) =>
      liftSuppression(withOrigin(deps, call), actor.personId, body.email),
    ),
  ]
}
