import { data } from 'react-router'
import { CHAT_PAGES, informationPageAt } from '#domain/site-addresses.ts'
import { GiftCardBalance } from '#features/gift-cards/balance-form.tsx'
import { type AskedCard, takeCode } from '#features/gift-cards/take-code.ts'
import { ChatWidget } from '#features/support/chat-widget.tsx'
import { type SentMessage, takeMessage } from '#features/support/take-message.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'
import { readInformation } from '../information.ts'
import { informationMeta } from '../information-meta.ts'
import { FriendsSteps } from '../parts/friends-steps.tsx'
import { InformationPage } from '../parts/information-page.tsx'
import { heldPoster } from '../poster-print.ts'
import { informationPicture, picturePath } from '../share-picture.ts'
import type { Route } from './+types/information.ts'

const GIFT_CARD = 'gift-card'
const FRIENDS = 'refer-a-friend'
type Answered = { sent?: SentMessage; asked?: AskedCard }

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? informationMeta(loaderData.page, loaderData.site, loaderData.picture) : []

export const headers = () => ({ 'cache-control': 'public, max-age=0, s-maxage=300' })

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const name = informationPageAt(new URL(request.url).pathname)
  if (!name) throw data(null, { status: 404 })
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  const { art } = page.value
  return {
    page: page.value,
    poster: art ? heldPoster({ ...art, poster: `/art/${name}.svg` }) : null,
    tiers: name === FRIENDS ? [...deps.config.groupTiers] : [],
    site: deps.config.publicUrl,
    picture: picturePath(informationPicture(page.value)),
  }
}

/** A message, or the code of a gift card, that was sent without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const name = informationPageAt(new URL(request.url).pathname)
  if (!name || (name !== GIFT_CARD && !CHAT_PAGES.has(name))) throw data(null, { status: 404 })
  const given = { form: await request.formData(), page: `/${name}`, ip: context.get(clientAddressContext) }
  if (name === GIFT_CARD) {
    const { status, ...asked } = await takeCode(context.get(depsContext), given)
    return answered({ asked }, status)
  }
  const { status, ...sent } = await takeMessage(context.get(depsContext), given)
  return answered({ sent }, status)
}

/** A good answer names no status: the router would put it over that of a page that cannot be made. */
function answered(told: Answered, status: number) {
  return status === 200 ? told : data(told, { status })
}

export default function InformationRoute({ loaderData: { page, poster, tiers }, actionData }: Route.ComponentProps) {
  const told: Answered = actionData ?? {}
  const inside = {
    [GIFT_CARD]: { balance: <GiftCardBalance asked={told.asked ?? null} /> },
    [FRIENDS]: { together: <FriendsSteps tiers={tiers} /> },
  }
  return (
    <>
      <InformationPage
        page={page}
        poster={poster}
        inside={page.name === GIFT_CARD || page.name === FRIENDS ? inside[page.name] : {}}
      />
      {CHAT_PAGES.has(page.name) && <ChatWidget page={`/${page.name}`} sent={told.sent ?? null} />}
    </>
  )
}
