/** The call that names a friend for a seat, as the browser makes it. */
import type { AuthKind, Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { nameAFriend } from '../wire/friends.ts'

export const callNameAFriend = (
  client: Client,
  orderId: string,
  body: RequestBody<typeof nameAFriend>,
  auth: AuthKind,
) => client.call(nameAFriend, { params: { orderId }, query: {}, body, auth })
