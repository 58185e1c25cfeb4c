/** Connects the endpoints about people to their verbs. */
import type { z } from 'zod'
import type { Deps } from '#http/deps.ts'
import { answerEffects } from '#http/effects/change-with-effects.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { giveRole } from '#people/roles/give-role.ts'
import { listRoleCourses } from '#people/roles/list-role-courses.ts'
import type { RoleChoice } from '#people/roles/role-choice.ts'
import { takeRole } from '#people/roles/take-role.ts'
import { recordPeopleListing, recordPersonRead } from '../record-reads.ts'
import * as wire from '../wire/people.ts'
import { erasePerson } from './erase-person.ts'
import { endSessionsOfPerson, resetSecondFactorOfPerson, sendLinkToPerson } from './help-person.ts'
import { listPeople } from './list-people.ts'
import { readPerson } from './read-person.ts'

export function peopleApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listPeople, async ({ actor, query, ...call }) => {
      const data = await listPeople(deps, query)
      await recordPeopleListing(withOrigin(deps, call), actor, query)
      return respond(200, { data })
    }),
    handle(wire.readPerson, async ({ actor, params, ...call }) => {
      const outcome = await readPerson(deps, actor, params.personId)
      if (outcome.ok) await recordPersonRead(withOrigin(deps, call), actor, params.personId)
      return outcome
    }),
    handle(wire.sendLogInLink, ({ actor, params, ...call }) =>
      sendLinkToPerson(withOrigin(deps, call), actor, params.personId),
    ),
    handle(wire.endSessions, ({ actor, params, ...call }) =>
      endSessionsOfPerson(withOrigin(deps, call), actor, params.personId),
    ),
    handle(wire.resetSecondFactor, ({ actor, params, ...call }) =>
      resetSecondFactorOfPerson(withOrigin(deps, call), actor, params.personId),
    ),
    handle(wire.giveRole, async ({ actor, params, body, ...call }) => {
      const { choice, ...input } = body
      return answerEffects(
        await giveRole(withOrigin(deps, call), actor, { ...params, ...input, choice: toChoice(choice) }),
      )
    }),
    handle(wire.takeRole, async ({ actor, params, body, ...call }) => {
      const { choice, ...input } = body
      return answerEffects(
        await takeRole(withOrigin(deps, call), actor, { ...params, ...input, choice: toChoice(choice) }),
      )
    }),
    handle(wire.listRoleCourses, async () => respond(200, { data: await listRoleCourses(deps) })),
    handle(wire.erasePerson, async ({ actor, params, body, ...call }) =>
      answerEffects(await erasePerson(withOrigin(deps, call), actor, { ...params, ...body })),
    ),
  ]
}

const toChoice = ({ role, course: courseCode }: z.output<typeof wire.RoleChoiceBody>) =>
  ({ role, courseCode }) as RoleChoice
