/** The demo's catalogue on a day of its own, with a course that is given as a gift and a cohort of two offers, and its calls. */
import { expect } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import { type Api, type ApiResponse, startApi } from './api.ts'
import { createWorld, type World } from './world.ts'

export const TODAY = new Date('2026-11-21T09:00:00Z')

export type Catalogue = { world: World; api: Api; get(path: string): Promise<ApiResponse>; close(): Promise<void> }

export async function createCatalogue(): Promise<Catalogue> {
  const world = { ...(await createWorld()), clock: () => TODAY }
  await importContent(world, 'content', TODAY)
  await addGift(world)
  await addEarlyOffer(world)
  const api = await startApi(world)
  return {
    world,
    api,
    get: (path) => api.call(`/api/v1/${path}`),
    async close() {
      await api.close()
      await world.close()
    },
  }
}

const says = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})
export const unknownZone = says(400, 'TIMEZONE_INVALID', 'We don’t know this time zone.')
export const unknownCourse = says(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')
export const unknownOffer = says(
  404,
  'OFFER_NOT_FOUND',
  'We couldn’t find this offer. It may have ended: reload the page to see today’s price.',
)
export const missing = (field: string) =>
  says(400, 'FIELD_INVALID', 'This is required', { [field]: 'This is required' })
export const notValid = (field: string) =>
  says(400, 'FIELD_INVALID', 'This is not valid', { [field]: 'This is not valid' })

/** A course that is given as a gift: sold, but nowhere listed. */
async function addGift({ db }: World): Promise<void> {
  const gift = {
    course_code: 'GIFTC',
    position: 99,
    kind: 'course',
    delivery_type: 'live',
    title: 'A gift',
    definition: '{}',
    published_at: new Date(),
  } as const
  await db.insertInto('course').values(gift).execute()
  await db
    .insertInto('cohort')
    .values({ cohort_code: 'GIFTC-1', course_code: 'GIFTC', state: 'open', timezone_id: 'UTC' })
    .execute()
  await db
    .insertInto('offer')
    .values({ offer_code: 'GIFTC-1', cohort_code: 'GIFTC-1', currency: 'USD', price_minor: 9900 })
    .execute()
}

async function addEarlyOffer({ db }: World): Promise<void> {
  await db
    .insertInto('offer')
    .values({
      offer_code: 'NG-2027-01-EARLY',
      cohort_code: 'NG-2027-01',
      position: 1,
      currency: 'USD',
      price_minor: 34_900,
      discount_price_minor: 29_950,
      deposit_minor: 4_900,
      expires_at: new Date('2026-12-24T18:00:00Z'),
    })
    .execute()
}
