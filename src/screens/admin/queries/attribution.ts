/** The statements of the attribution report. */
import { sql } from 'kysely'
import type { AttributionField } from '#domain/attribution.ts'
import type { CampaignRow, TouchModel } from '#domain/attribution-report.ts'
import type { Db } from '#platform/db/db.ts'

export type CampaignCriteria = {
  touch: TouchModel
  field: AttributionField
  currency: string
  /** Included. */
  start: Date
  /** Not included. */
  end: Date
  /** The number of values to list. All others are added up in the row `others`. */
  maxValues: number
}

/**
 * Lists the values with the highest gross amounts, then the row `others`, then the row without a value.
 *
 * Indexes: primary key of campaign_visit, interest_age, waitlist_entry_age, orders_completed, ledger_transaction_at. The
 * amounts are the entries of the accounts of sales, refunds and dispute losses, so that they equal the books; only the
 * providers' fees for disputes are left out. A sold gift card is a sale until it is delivered, and again when it pays for an
 * order. The balance of a card that was voided lowers the loss of its purchase.
 */
export async function sumCampaignRows(db: Db, criteria: CampaignCriteria): Promise<CampaignRow[]> {
  const { touch, field, currency, start, end, maxValues } = criteria
  const column = touch === 'first' ? 'first_touch' : 'attribution'
  const selectValue = (table: string) => sql`nullif(btrim(${sql.ref(`${table}.${column}`)} ->> ${field}), '')`
  // Visits store no click id.
  const hasVisits = field !== 'clickid'
  const { rows } = await sql<CampaignRow>`
    with fact as (
      select nullif(btrim(v.fields ->> ${field}), '') as value, v.count as visits, 0 as leads, 0 as orders, 0 as refunds,
          0::bigint as gross, 0::bigint as refunded, 0::bigint as lost
        from campaign_visit v where ${hasVisits}::boolean
          and v.day >= (${start}::timestamptz at time zone 'UTC')::date and v.day < (${end}::timestamptz at time zone 'UTC')::date
      union all
      select ${selectValue('i')}, 0, 1, 0, 0, 0, 0, 0 from interest i where i.created_at >= ${start} and i.created_at < ${end}
      union all
      select ${selectValue('w')}, 0, 1, 0, 0, 0, 0, 0 from waitlist_entry w where w.created_at >= ${start} and w.created_at < ${end}
      union all
      select ${selectValue('o')}, 0, 0, 1, 0, 0, 0, 0 from orders o
        where o.completed_at >= ${start} and o.completed_at < ${end} and o.currency = ${currency}
      union all
      select ${selectValue('o')}, 0, 0, 0, case t.kind when 'refund' then 1 when 'refund-failed' then -1 else 0 end,
          case when e.account_id = ${`sales:${currency}`} then -e.amount else 0 end,
          case when e.account_id = ${`refunds:${currency}`} then e.amount else 0 end,
          case when e.account_id = ${`dispute-losses:${currency}`} then e.amount else 0 end
        from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id
            and e.account_id in (${`sales:${currency}`}, ${`refunds:${currency}`}, ${`dispute-losses:${currency}`})
          left join refund r on t.kind in ('refund', 'refund-failed') and r.id = t.reference
          left join dispute_movement m on t.kind = 'dispute' and m.id = t.reference
          left join dispute d on d.id = m.dispute_id
          left join payment p on p.id = coalesce(r.payment_id, d.payment_id, t.reference)
          left join ledger_entry v on t.kind in ('void', 'void-reversed') and v.transaction_id = t.id and v.id <> e.id
          left join gift_card_purchase g on g.gift_card_id =
            case t.kind when 'issue' then t.reference else split_part(v.account_id, ':', 2)::uuid end
          left join orders o on o.id = coalesce(p.order_id, g.order_id)
        where t.at >= ${start} and t.at < ${end} and t.kind <> 'dispute-fee'),
    summed as (
      select value, sum(visits) as visits, sum(leads) as leads, sum(orders) as orders, sum(refunds) as refunds,
        sum(gross) as gross, sum(refunded) as refunded, sum(lost) as lost
      from fact group by value),
    ranked as (
      select *, row_number() over (order by value is null, gross desc, orders desc, leads desc, visits desc, value) as rank
      from summed),
    listed as (
      select *, case when value is null then 'none' when rank > ${maxValues} then 'others' else 'value' end as kind from ranked)
    select kind, case when kind = 'value' then value end as value, sum(visits)::bigint as visits, sum(leads)::int as leads,
      sum(orders)::int as orders, sum(refunds)::int as refunds, sum(gross)::bigint as "grossMinor", sum(refunded)::bigint as "refundedMinor",
      sum(lost)::bigint as "lostMinor"
    from listed group by 1, 2 order by min(rank)`.execute(db)
  return rows
}

/** The currencies of all sales. One account each. */
export async function listSalesCurrencies(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_account')
    .select('currency')
    .where('id', 'like', 'sales:%')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
