/** The last row that a batch read. `createdAt` is text, because a Date would lose the microseconds. */
export type ExpiryCursor = { createdAt: string; id: string }

export const FIRST_ROW: ExpiryCursor = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
