/** Binds the endpoints about learners to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { exportLearners } from './export-learners.ts'
import { listLearners } from './list-learners.ts'
import { readLearner, saveLearnerNote } from './read-learner.ts'
import { sendLearnerLogInLink } from './send-log-in-link.ts'
import * as wire from './wire.ts'

export function learnersApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listLearners, ({ actor, query, ...call }) => listLearners(withOrigin(deps, call), actor, query)),
    handle(wire.exportLearners, ({ actor, query, ...call }) => exportLearners(withOrigin(deps, call), actor, query)),
    handle(wire.readLearner, ({ actor, params, ...call }) =>
      readLearner(withOrigin(deps, call), actor, params.enrolmentId),
    ),
    handle(wire.sendLearnerLogInLink, ({ actor, params, ...call }) =>
      sendLearnerLogInLink(withOrigin(deps, call), actor, params.enrolmentId),
    ),
    handle(wire.saveLearnerNote, ({ actor, params, body, ...call }) =>
      saveLearnerNote(withOrigin(deps, call), actor, { ...params, ...body }),
    ),
  ]
}
