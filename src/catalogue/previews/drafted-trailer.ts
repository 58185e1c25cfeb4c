/** Whether a preview link shows a film as the trailer of its draft. docs/contract §18. */
import { toVersionPage } from '#catalogue/drafts/draft-page.ts'
import { loadDraftState } from '#catalogue/drafts/load-draft.ts'
import type { DraftPage } from '#catalogue/drafts/page-schemas.ts'
import type { Deps } from '#http/deps.ts'
import { findLinkedCourse } from './queries.ts'

type DraftedFilm = { courseCode: string; assetId: string; draftToken: string }

/** False for a link that has ended, a trailer that is hidden, a withdrawn course, and every other file of the course. */
export async function isDraftedTrailer(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  { courseCode, assetId, draftToken }: DraftedFilm,
): Promise<boolean> {
  const now = clock()
  if ((await findLinkedCourse(db, secrets.hash(draftToken), now)) !== courseCode) return false
  const state = await loadDraftState(db, courseCode, now)
  if (!state || state.life.withdrawn_at !== null) return false
  const { trailer, hiddenParts } = toVersionPage(state.units.page as DraftPage, state.files)
  const file = state.files.byId.get(assetId)
  return trailer !== null && !hiddenParts.includes('trailer') && file?.kind === 'video' && file.sha256 === trailer
}
