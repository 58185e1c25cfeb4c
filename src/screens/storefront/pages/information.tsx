import { data } from 'react-router'
import { createInlinePoster } from '#design/poster-design.ts'
import { CHAT_PAGES, getInformationPage } from '#domain/site-addresses.ts'
import { clientAddressContext, depsContext } from '#http/context.ts'
import { readForm } from '#http/request/form-body.ts'
import { ChatWidget } from '#people/support/chat-widget.tsx'
import { type SentMessage, submitMessageForm } from '#people/support/submit-message-form.ts'
import { GiftCardBalance } from '#sell/gift-cards/balance-form.tsx'
import { type BalanceResult, checkGiftCardBalance } from '#sell/gift-cards/check-balance.ts'
import { ReferralIsland } from '#sell/referrals/parts/own-link.tsx'
import { createTitle, getSiteName } from '#ui/page-title.ts'
import { createInformationPicture, getPicturePath } from '../art/share-picture.ts'
import { GroupDiscountSteps } from '../home/group-discount-steps.tsx'
import { readInformation } from '../information/information.ts'
import { createInformationMeta } from '../information/information-meta.ts'
import { InformationPage } from '../information/information-page.tsx'
import { toOfferedInformation } from '../information/offered-information.ts'
import type { Route } from './+types/information.ts'

const GIFT_CARD = 'gift-card'
const REFER_A_FRIEND = 'refer-a-friend'
type InformationActionResult = { sent?: SentMessage; giftCard?: BalanceResult }

export const handle = { document: true, frame: 'site' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? createInformationMeta(loaderData.page, loaderData.site, getSiteName(matches), loaderData.picture)
    : [createTitle(matches, 'Not found')]

export const headers = () => ({ 'cache-control': 'public, max-age=0, s-maxage=300' })

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const name = getInformationPage(new URL(request.url).pathname)
  if (!name) throw data(null, { status: 404 })
  const page = await readInformation(deps, name)
  if (!page.ok) throw new Error(page.refusal.reason)
  const { art } = page.value
  return {
    page: toOfferedInformation(deps, page.value),
    poster: art ? createInlinePoster({ ...art, poster: `/art/${name}.svg` }) : null,
    tiers: name === REFER_A_FRIEND ? [...deps.config.groupTiers] : [],
    site: deps.config.publicUrl,
    picture: getPicturePath(createInformationPicture(page.value, deps.site.current)),
  }
}

/** Handles a message or a gift card code that was submitted without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const name = getInformationPage(new URL(request.url).pathname)
  if (!name || (name !== GIFT_CARD && !CHAT_PAGES.has(name))) throw data(null, { status: 404 })
  const input = { form: await readForm(request), page: `/${name}`, ip: context.get(clientAddressContext) }
  if (name === GIFT_CARD) {
    const { status, ...giftCard } = await checkGiftCardBalance(context.get(depsContext), input)
    return createActionResponse({ giftCard: giftCard }, status)
  }
  const { status, ...sent } = await submitMessageForm(context.get(depsContext), input)
  return createActionResponse({ sent }, status)
}

/** A success sets no status: the router would apply it even when rendering the page fails. */
function createActionResponse(result: InformationActionResult, status: number) {
  return status === 200 ? result : data(result, { status })
}

export default function InformationRoute({ loaderData: { page, poster, tiers }, actionData }: Route.ComponentProps) {
  const result: InformationActionResult = actionData ?? {}
  const insets = {
    [GIFT_CARD]: { balance: <GiftCardBalance initialResult={result.giftCard ?? null} /> },
    [REFER_A_FRIEND]: { together: <GroupDiscountSteps tiers={tiers} />, link: <ReferralIsland /> },
  }
  return (
    <>
      <InformationPage
        page={page}
        poster={poster}
        insets={page.name === GIFT_CARD || page.name === REFER_A_FRIEND ? insets[page.name] : {}}
      />
      {CHAT_PAGES.has(page.name) && <ChatWidget page={`/${page.name}`} sent={result.sent ?? null} />}
    </>
  )
}
