/** The audit of messages to learners: each arrived once, to each of its people and to nobody else. */
import { sql } from 'kysely'

export const MESSAGE_QUESTION = {
  id: 'Q17',
  promise: 'A message to learners has one e-mail for each of its people and for nobody else, and is sent at its time',
  violations: sql<
    Record<string, unknown>
  >`select recipient.person_id::text as subject, recipient.broadcast_id::text as message, 'no e-mail' as what
      from broadcast_recipient recipient where recipient.state = 'written' and recipient.handled_at > now() - interval '300 days'
        and not exists (select from mail where mail.dedupe_key = 'course.news:' || recipient.person_id || ':' || recipient.broadcast_id)
    union all select mail.id::text, mail.dedupe_key, 'an e-mail to nobody of the message' from mail where mail.kind = 'course.news'
      and not exists (select from broadcast_recipient recipient where recipient.state = 'written'
        and mail.dedupe_key = 'course.news:' || recipient.person_id || ':' || recipient.broadcast_id)
    union all select min(mail.id::text), mail.dedupe_key, 'sent twice' from mail
      where mail.kind = 'course.news' and mail.state = 'sent' group by mail.dedupe_key having count(*) > 1
    union all select id::text, state, 'late' from broadcast
      where state in ('scheduled', 'sending') and send_at < now() - interval '1 hour'
    union all select course_code, send_day::text, 'too many in a day' from broadcast
      where send_day is not null group by course_code, send_day having count(*) > 3`,
}
