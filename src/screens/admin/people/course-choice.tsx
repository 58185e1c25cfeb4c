import { Field, SelectField } from '#ui/field.tsx'
import type { RoleCourses } from '../wire/people.ts'

type Props = {
  idPrefix: string
  courses: RoleCourses
  value: string
  error?: string | undefined
  onChange: (courseCode: string) => void
}

/** A site with very many courses has their code typed. */
export function CourseChoice({ idPrefix, courses: { courses, hasMore }, value, error, onChange }: Props) {
  if (hasMore) {
    return (
      <Field
        idPrefix={idPrefix}
        name="course"
        label="Code of the course"
        hint="Such as NG, which is in the address of the course’s pages in the studio: /studio/courses/ng."
        autoComplete="off"
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    )
  }
  return (
    <SelectField
      idPrefix={idPrefix}
      name="course"
      label="Course"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">Choose a course</option>
      {courses.map(({ courseCode, title, creator }) => (
        <option key={courseCode} value={courseCode}>
          {creator ? `${title}, by ${creator}` : title}
        </option>
      ))}
    </SelectField>
  )
}
