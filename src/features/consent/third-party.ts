/** Loads what others serve. Only ever called after the visitor agreed, on a page that may have it. */
import { noteAffiliate, rememberAttribution } from '#http/attribution-memory.ts'
import { allowOthers } from '#ui/trusted-types.ts'
import { tellConversion, tellNoted } from './conversion.ts'
import { globalText, poll } from './poll.ts'

export type Asked = {
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

export function loadThirdParties({ tags, affiliate, chatwoot }: Asked): void {
  allowOthers()
  if (tags) {
    window.dataLayer ??= []
    window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(tags)
    tellNoted(sessionStorage)
    document.addEventListener('click', waitForTags)
  }
  if (affiliate) {
    load(affiliate.url)
    poll(
      () => globalText(affiliate.answer),
      (answer) => {
        noteAffiliate(sessionStorage, answer, Date.now())
        rememberAttribution({ local: localStorage, session: sessionStorage }, Date.now())
      },
    )
  }
  const widget = document.getElementById('chat-widget')
  if (chatwoot && widget) chatBy(chatwoot, widget)
}

/** The message form stays until the chat is there; a chat that never comes takes nothing away. */
function chatBy({ url, token }: { url: string; token: string }, widget: HTMLElement): void {
  addEventListener('chatwoot:ready', () => widget.replaceChildren())
  window.chatwootSettings = { position: 'right', locale: 'en', darkMode: 'auto' }
  load(`${url}/packs/js/sdk.js`, () => window.chatwootSDK?.run({ websiteToken: token, baseUrl: url }))
}

/** A link to the checkout is told of before the page moves on. */
function waitForTags(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/checkout/"]') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link || link.target || !isPlain || event.defaultPrevented) return
  event.preventDefault()
  const courseCode = decodeURIComponent(link.pathname.split('/')[2] ?? '')
  void tellConversion({ event: 'begin_checkout', courseCode }).then(() => location.assign(link.href))
}

function load(src: string, done?: () => void): void {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (done) script.addEventListener('load', done)
  document.head.append(script)
}
