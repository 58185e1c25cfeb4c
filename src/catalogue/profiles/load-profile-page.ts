/** Loads the public page of a teacher: the profile, and the courses that can be enrolled in. docs/contract §40. */
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { createProfilePhotoSources } from '#catalogue/catalog/pictures/photo-sources.ts'
import { findProfileByPage, listCoursesOfTeacher } from '#catalogue/catalog/queries/teacher-profile.ts'
import type { Photo } from '#catalogue/catalog/wire/definition.ts'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

export type ProfilePage = {
  /** Its address: a former one leads here. */
  path: string
  name: string
  initials: string
  quote: string | null
  biography: string[]
  links: string[]
  photo: Photo | null
  /** Those that have not ended. */
  cards: CourseCard[]
  /** One of the courses, whose picture stands for the page where it is shared. */
  shown: CourseCard
}

/** Null for an unknown teacher, and for one without a published course: a draft's teacher is not public. */
export async function loadProfilePage(deps: Deps, page: string): Promise<ProfilePage | null> {
  const profile = await findProfileByPage(deps.db, page)
  const codes = profile ? await listCoursesOfTeacher(deps.db, profile.slug) : []
  const cards = codes.length > 0 ? await listCourseCards(deps, { codes }) : []
  const [shown] = cards
  if (!profile || !shown) return null
  const { name, initials, quote, biography, links, pageSlug, photoId, photoState, focalX, focalY } = profile
  return {
    path: `/creators/${pageSlug}`,
    name,
    initials,
    quote,
    biography,
    links,
    photo: photoId && photoState === 'ready' ? createProfilePhotoSources(photoId, { focalX, focalY }) : null,
    shown,
    cards: cards.filter(({ state }) => state.code !== 'ended'),
  }
}
