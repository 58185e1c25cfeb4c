/** Filter values of the orders page. Separate from the schemas, so that the browser bundle does not include zod. */
export const ORDER_STATUSES = ['pending', 'complete', 'failed'] as const
export const ORDER_VIEWS = ['attention', 'balance-due', 'refunded'] as const
export type OrderViewName = (typeof ORDER_VIEWS)[number]
