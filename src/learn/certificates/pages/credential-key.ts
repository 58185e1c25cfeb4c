import { depsContext, requestIdContext } from '#http/context.ts'
import { getPublicKey } from '../queries/credentials.ts'
import type { Route } from './+types/credential-key.ts'
import { createJsonResponse } from './json-response.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const key = await getPublicKey(context.get(depsContext).db, params.keyId)
  return createJsonResponse(key, context.get(requestIdContext))
}
