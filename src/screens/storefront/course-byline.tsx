import { formatTeachers } from '#catalogue/catalog/teachers.ts'
import { formatCapitalKind, type LabelledCourse } from './course-labels.ts'

/** "Course with Nina Reyes", where a name keeps its own direction. */
export function CourseByline({ course }: { course: LabelledCourse }) {
  return (
    <>
      {formatCapitalKind(course)} with <bdi>{formatTeachers(course)}</bdi>
    </>
  )
}
