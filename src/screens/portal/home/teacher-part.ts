/** The studio's part of the home page, which only people who teach load. */
import { lazyComponent } from '#ui/lazy-component.tsx'

export const TeacherPart = lazyComponent(
  async () => (await import('#screens/studio/home/teacher-home.tsx')).TeacherHome,
)
