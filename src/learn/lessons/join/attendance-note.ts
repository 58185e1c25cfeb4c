type Attended = { endsAt: string; joinedAt: string | null; attended: boolean }

/** Behind the time of a session. Only after the end does a page say that a person attended: joining is all it can see. */
export function getAttendanceNote({ endsAt, joinedAt, attended }: Attended): string | undefined {
  if (Date.parse(endsAt) > Date.now()) return joinedAt ? 'joined' : undefined
  return attended ? 'you attended' : undefined
}
