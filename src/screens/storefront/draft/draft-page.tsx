import { Eye } from 'lucide-react'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import { CoursePage } from '../course/course-page.tsx'
import { WorkshopPage } from '../course/workshop-page.tsx'
import styles from './draft-page.module.css'
import { DraftContext } from './is-draft.ts'

/** `token`: of the preview link. */
type Props = { course: CourseDefinition; token: string; isWorkshop: boolean; page: string | null }

/** Without the parts that show other courses. */
export function DraftPage({ course, token, isWorkshop, page }: Props) {
  const shown = { course, poster: course.images.poster, otherCourses: [], sent: null }
  return (
    <DraftContext value={token}>
      <p className={styles.banner}>
        <Eye size={18} />
        <span>
          <b>Preview</b> Only people with this link see this draft. Nothing can be bought here.
        </span>
      </p>
      {isWorkshop ? <WorkshopPage {...shown} fullCourse={null} /> : <CoursePage {...shown} page={page} />}
    </DraftContext>
  )
}

export function EndedDraft() {
  return (
    <main id="content" className={styles.ended}>
      <h1>This preview has ended</h1>
      <p>Ask the person who sent you the link for a new one.</p>
    </main>
  )
}
