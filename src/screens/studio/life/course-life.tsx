import type { CourseDraft } from '#catalogue/drafts/wire.ts'
import type { AppSession } from '#people/accounts/session/app-session.ts'
import type { StudioCourse } from '../wire.ts'
import styles from './course-life.module.css'
import { DeleteDraft } from './delete-draft.tsx'
import { ReopenCourse, WithdrawCourse } from './withdraw-course.tsx'

type Props = { course: StudioCourse; draft: CourseDraft; session: AppSession }

/** Ends the sale of a course, or deletes a draft. */
export function CourseLife({ course, draft, session }: Props) {
  if (!course.actions.includes('course.close')) return null
  const call = { course: draft.coursePrefixCode, as: session.as }
  return (
    <section className={styles.life} aria-label="The end of this course">
      {draft.state === 'draft' && (
        <>
          <p>Nobody has seen this course yet.</p>
          <DeleteDraft {...call} session={session} />
        </>
      )}
      {draft.state === 'published' && (
        <>
          <p>Learners keep their access when you take the course off sale.</p>
          <WithdrawCourse {...call} />
        </>
      )}
      {draft.state === 'withdrawn' && (
        <>
          <p>The page comes back as it was. Texts that you changed meanwhile stay in the draft.</p>
          <ReopenCourse {...call} />
        </>
      )}
    </section>
  )
}
