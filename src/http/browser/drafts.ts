/** Half-written text of a tab. It is deleted with the session of its person, so that the next person does not see it. */
import type { SignedInAudience } from './stored-tokens.ts'

/** The key of a draft in the tab's storage. @param audience the session with which the draft ends; visitors' is `learner` */
export function getDraftKey(audience: SignedInAudience, name: string): string {
  return `draft:${audience}:${name}`
}

export function deleteDrafts(session: Pick<Storage, 'removeItem'>, audience: SignedInAudience): void {
  const prefix = getDraftKey(audience, '')
  for (const key of Object.keys(session)) if (key.startsWith(prefix)) session.removeItem(key)
}
