import { depsContext } from '#http/context.ts'
import { getPublicKey } from '../queries/credentials.ts'
import type { Route } from './+types/credential-key.ts'
import { createJsonResponse } from './json-response.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  return createJsonResponse(await getPublicKey(context.get(depsContext).db, params.keyId))
}
