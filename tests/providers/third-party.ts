/** Third-party scripts of a visitor's page that act like the real ones: a tag manager, an affiliate programme, Chatwoot. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ThirdParty = {
  origin: string
  /** Paths that were asked for, with their query. */
  requests: string[]
  close(): Promise<void>
}

/** Takes over `dataLayer` as Google's does, tells its own server of each event, and calls back unless told not to. */
const TAGS = `
  const layer = window.dataLayer
  const tell = (pushed) => {
    new Image().src = new URL('/collect?' + new URLSearchParams({ event: pushed.event ?? '', course: pushed.courseCode ?? '' }), document.currentScript?.src ?? origin)
    if (pushed.eventCallback && !window.neverCallsBack) setTimeout(pushed.eventCallback, 5)
  }
  const origin = document.currentScript.src
  for (const pushed of layer.splice(0)) tell(pushed)
  layer.push = (pushed) => { tell(pushed); return 1 }
`
/** Knows who sent the visitor only after it has asked its own server. */
const AFFILIATE = `
  window.Friends = {}
  fetch(new URL('/who', document.currentScript.src)).then((answer) => answer.text()).then((who) => { window.Friends.referral = who })
`
/** chatwoot/chatwoot, app/javascript/sdk: a style, an iframe of its own, and an event when it is there. */
const CHATWOOT = `
  window.chatwootSDK = {
    run({ websiteToken, baseUrl }) {
      const css = document.createElement('style')
      css.innerHTML = '#cw-widget-holder { position: fixed; inset: auto 20px 20px auto }'
      document.body.appendChild(css)
      const holder = document.createElement('div')
      holder.id = 'cw-widget-holder'
      const frame = document.createElement('iframe')
      frame.title = 'Chat'
      frame.src = baseUrl + '/widget?website_token=' + websiteToken
      frame.addEventListener('load', () => window.dispatchEvent(new CustomEvent('chatwoot:ready')))
      holder.append(frame)
      document.body.append(holder)
    },
  }
`
const FILES: Record<string, [string, string]> = {
  '/tags.js': ['text/javascript', TAGS],
  '/affiliate.js': ['text/javascript', AFFILIATE],
  '/who': ['text/plain', 'ref-7'],
  '/collect': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/packs/js/sdk.js': ['text/javascript', CHATWOOT],
  '/widget': ['text/html', '<!doctype html><title>Chat</title>'],
}

export async function startThirdParty(): Promise<ThirdParty> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(path)
    const [type, body] = FILES[path.split('?', 1)[0]!] ?? ['text/plain', '']
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
