/**
 * Export and deletion of a person's own data. The verbs are in the portal, because the data includes orders and
 * enrolments.
 */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Email } from '#http/schemas.ts'
import { ownerFields, ownerRefusals } from './step-up.ts'

export const accountExport = endpoint({
  host: 'login',
  method: 'GET',
  path: 'account-export',
  summary: 'All stored data about the logged-in person, as one document',
  actor: 'person',
  stepUp: 'always',
  answers: { 200: z.object({ data: z.record(z.string(), z.unknown()) }) },
  refusals: ['STEP_UP_REQUIRED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

export const deleteAccount = endpoint({
  host: 'login',
  method: 'POST',
  path: 'delete-account',
  summary: 'Delete the account: the person becomes anonymous and the seats are released; the ledger stays',
  actor: 'person',
  body: z.object({
    /** Entered again as a confirmation. */
    email: Email,
    ...ownerFields,
  }),
  answers: { 204: z.undefined() },
  refusals: ['ORDER_OPEN', 'LAST_ADMIN', 'LAST_OWNER', ...ownerRefusals],
})
