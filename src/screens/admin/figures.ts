/** Sales of today and this week in the reader's time zone, balances due and pending refunds, in three statements. */
import { money, toWire } from '#domain/money/money.ts'
import { startOfToday, startOfWeek, toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { type SalesRow, sumBalancesDue, sumPendingRefunds, sumSalesSince } from './queries/figures.ts'
import type { Figures, Sales } from './wire/home.ts'

export async function getFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>, zone: string): Promise<Figures> {
  const now = clock()
  const [today, week] = [startOfToday(now, zone), startOfWeek(now, zone)]
  const [sold, due, refunds] = await Promise.all([
    sumSalesSince(db, week, today),
    sumBalancesDue(db, now),
    sumPendingRefunds(db),
  ])
  return {
    today: sumSales(
      sold.filter((row) => row.is_today),
      toZoneTime(today, zone).localDate,
    ),
    week: sumSales(sold, toZoneTime(week, zone).localDate),
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

function sumSales(rows: SalesRow[], since: string): Sales {
  const byCurrency = Map.groupBy(rows, (row) => row.currency)
  return {
    since,
    orders: sum(rows.map((row) => row.orders)),
    seats: sum(rows.map((row) => row.seats)),
    kept: [...byCurrency]
      .map(([currency, own]) => money(sum(own.map((row) => row.kept_minor)), currency))
      .filter(({ minor }) => minor > 0)
      .map(toWire),
  }
}

const sum = (figures: number[]): number => figures.reduce((total, figure) => total + figure, 0)
