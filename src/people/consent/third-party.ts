/** Loads third-party scripts, only after the visitor has consented, and only on pages that allow them. */
import { noteAffiliate, storeAttribution } from '#http/stored-attribution.ts'
import { allowThirdPartyScripts } from '#ui/browser/trusted-types.ts'
import { sendConversion, sendQueuedConversions } from './conversion.ts'
import { globalText, poll } from './poll.ts'

export type ThirdPartyScripts = {
  tags: string | null
  affiliate: { url: string; answer: string } | null
  chatwoot: { url: string; token: string } | null
}
declare global {
  interface Window {
    chatwootSettings?: { position: 'right'; locale: string; darkMode: 'auto' }
    chatwootSDK?: { run(site: { websiteToken: string; baseUrl: string }): void }
  }
}

export function loadThirdParties({ tags, affiliate, chatwoot }: ThirdPartyScripts): void {
  allowThirdPartyScripts()
  if (tags) {
    window.dataLayer ??= []
    window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(tags)
    sendQueuedConversions(sessionStorage)
    document.addEventListener('click', sendBeforeNavigation)
  }
  if (affiliate) {
    load(affiliate.url)
    poll(
      () => globalText(affiliate.answer),
      (answer) => {
        noteAffiliate(sessionStorage, answer, Date.now())
        storeAttribution({ local: localStorage, session: sessionStorage }, Date.now())
      },
    )
  }
  const widget = document.getElementById('chat-widget')
  if (chatwoot && widget) loadChat(chatwoot, widget)
}

/** The message form stays until the chat is ready, so a chat that fails to load changes nothing. */
function loadChat({ url, token }: { url: string; token: string }, widget: HTMLElement): void {
  addEventListener('chatwoot:ready', () => widget.replaceChildren())
  window.chatwootSettings = { position: 'right', locale: 'en', darkMode: 'auto' }
  load(`${url}/packs/js/sdk.js`, () => window.chatwootSDK?.run({ websiteToken: token, baseUrl: url }))
}

/** Sends the conversion of a link to the checkout before the page changes. */
function sendBeforeNavigation(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/checkout/"]') : null
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link || link.target || !isPlainClick || event.defaultPrevented) return
  event.preventDefault()
  const courseCode = decodeURIComponent(link.pathname.split('/')[2] ?? '')
  void sendConversion({ event: 'begin_checkout', courseCode }).then(() => location.assign(link.href))
}

function load(src: string, done?: () => void): void {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (done) script.addEventListener('load', done)
  document.head.append(script)
}
