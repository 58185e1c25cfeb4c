/** The statement about visits with a campaign. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type CampaignVisit = { day: string; fields: object; otherFields: object; maxCampaigns: number }

/** Primary key. A campaign that is new on a day with too many campaigns is counted as `otherFields`. */
export async function countCampaignVisit(
  db: Db,
  { day, fields, otherFields, maxCampaigns }: CampaignVisit,
): Promise<void> {
  await sql`
    insert into campaign_visit (day, fields)
    select ${day}::date, case
      when exists (select from campaign_visit where day = ${day}::date and fields_key = md5(${JSON.stringify(fields)}::jsonb::text))
        or (select count(*) from campaign_visit where day = ${day}::date) < ${maxCampaigns}::int
      then ${JSON.stringify(fields)}::jsonb else ${JSON.stringify(otherFields)}::jsonb end
    on conflict (day, fields_key) do update set count = campaign_visit.count + 1`.execute(db)
}
