/** How it goes, in a few figures: today and this week as the reader's zone has them. Three statements. */
import { money, toWire } from '#domain/money.ts'
import { inZone, startOfToday, startOfWeek } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { refundsWaiting, type SoldRow, soldSince, stillDue } from './queries/figures.ts'
import type { Figures, Sold } from './wire/figures.ts'

export async function figures({ db, clock }: Pick<Deps, 'db' | 'clock'>, zone: string): Promise<Figures> {
  const now = clock()
  const [today, week] = [startOfToday(now, zone), startOfWeek(now, zone)]
  const [sold, due, refunds] = await Promise.all([soldSince(db, week, today), stillDue(db, now), refundsWaiting(db)])
  return {
    today: soldIn(
      sold.filter((row) => row.is_today),
      inZone(today, zone).localDate,
    ),
    week: soldIn(sold, inZone(week, zone).localDate),
    due: {
      orders: sum(due.map((row) => row.orders)),
      late: sum(due.map((row) => row.late)),
      amount: due.map((row) => toWire(money(row.left_minor, row.currency))),
    },
    refunds: {
      waiting: sum(refunds.map((row) => row.waiting)),
      amount: refunds.map((row) => toWire(money(row.minor, row.currency))),
    },
  }
}

function soldIn(rows: SoldRow[], since: string): Sold {
  const byCurrency = Map.groupBy(rows, (row) => row.currency)
  return {
    since,
    orders: sum(rows.map((row) => row.orders)),
    seats: sum(rows.map((row) => row.seats)),
    taken: [...byCurrency]
      .map(([currency, own]) => money(sum(own.map((row) => row.taken_minor)), currency))
      .filter(({ minor }) => minor > 0)
      .map(toWire),
  }
}

const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0)
