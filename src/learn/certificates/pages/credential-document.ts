import { depsContext, requestIdContext } from '#http/context.ts'
import { getCredentialDocument } from '../credentials/public-documents.ts'
import type { Route } from './+types/credential-document.ts'
import { createJsonResponse } from './json-response.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const content = await getCredentialDocument(context.get(depsContext), params.name)
  return createJsonResponse(content, context.get(requestIdContext))
}
