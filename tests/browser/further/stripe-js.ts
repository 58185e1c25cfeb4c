/**
 * A stand-in for Stripe's script, at Stripe's own addresses, with the interface that Stripe documents
 * (https://docs.stripe.com/js): the real one cannot be had without the network and was never seen here.
 * It keeps what the real one keeps: the card stays in a frame of another origin, the amount shown and
 * the amount asked for must agree, and what is confirmed goes to Stripe's API from the browser.
 */
import type { BrowserContext } from 'playwright-core'
import type { StripeDouble } from '../../providers/stripe/stripe.ts'

const FRAME = `<!doctype html><title>Card</title>
<style>
  body { margin: 0; font: 16px system-ui; display: grid; gap: 12px }
  label { display: grid; gap: 4px } .two { display: grid; gap: 12px; grid-template-columns: 1fr 1fr }
  input { font: inherit; min-width: 0; padding: 12px; border-radius: 10px }
</style>
<label>Card number <input name="number" inputmode="numeric"></label>
<div class="two"><label>Expiration date <input name="expiry"></label><label>Security code <input name="cvc"></label></div>
<script>
  addEventListener('message', ({ data, ports }) => {
    if (data.look) {
      for (const input of document.querySelectorAll('input'))
        Object.assign(input.style, { background: data.look.colorBackground, color: data.look.colorText, border: '1px solid ' + data.look.colorTextPlaceholder })
      document.body.style.color = data.look.colorText
    } else ports[0].postMessage(Object.fromEntries([...document.querySelectorAll('input')].map(({ name, value }) => [name, value.replaceAll(' ', '')])))
  })
</script>`

const SCRIPT = `
window.Stripe = (key) => {
  const call = (path, form) => fetch('https://api.stripe.com/v1/' + path, {
    method: form ? 'POST' : 'GET', headers: { authorization: 'Bearer ' + key }, ...(form && { body: new URLSearchParams(form) }),
  }).then((answer) => answer.json())
  const ask = (frame) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    frame.contentWindow.postMessage({}, '*', [port2])
  })
  const settled = (intent) => intent.status === 'requires_payment_method' ? { error: { ...intent.last_payment_error, payment_intent: intent } } : { paymentIntent: intent }
  return {
    elements({ appearance, ...options }) {
      const frame = Object.assign(document.createElement('iframe'), { src: 'https://js.stripe.com/stand-in.html', title: 'Secure payment input frame' })
      const look = () => frame.contentWindow?.postMessage({ look: appearance.variables }, '*')
      const handlers = {}
      frame.addEventListener('load', () => { look(); handlers.ready?.() })
      return {
        options, frame,
        create: () => ({
          on: (name, handler) => { handlers[name] = handler },
          mount: (place) => { Object.assign(frame.style, { border: 0, display: 'block', width: '100%', height: '216px' }); place.append(frame) },
          focus: () => frame.focus(),
          destroy: () => frame.remove(),
        }),
        update: ({ appearance: changed, ...rest }) => { Object.assign(options, rest); if (changed) { appearance = changed; look() } },
        submit: async () => /^\\d{16}$/.test((await ask(frame)).number) ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } },
      }
    },
    async confirmPayment({ elements, clientSecret }) {
      const id = clientSecret.replace(/_secret_.*/, '')
      const path = 'payment_intents/' + id
      const before = await call(path + '?client_secret=' + clientSecret)
      if (before.amount !== elements.options.amount || before.currency !== elements.options.currency)
        throw new Error('the amount of the elements is not the amount of the payment')
      const { number } = await ask(elements.frame)
      let intent = await call(path + '/confirm', { client_secret: clientSecret, 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': number })
      if (intent.error) return intent
      while (intent.status === 'requires_action') {
        document.body.dataset.bankAsks = id
        await new Promise((go) => setTimeout(go, 200))
        intent = await call(path + '?client_secret=' + clientSecret)
      }
      delete document.body.dataset.bankAsks
      return settled(intent)
    },
  }
}
window.Stripe.version = 'endive'`

/** Answers Stripe's addresses in this browser: its script and frame by the stand-in, its API by the double. */
export async function standInForStripe(context: BrowserContext, double: StripeDouble): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) => {
    const isFrame = route.request().url().endsWith('.html')
    return route.fulfill(
      isFrame ? { contentType: 'text/html', body: FRAME } : { contentType: 'text/javascript', body: SCRIPT },
    )
  })
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const answer = await fetch(request.url().replace('https://api.stripe.com', double.url), {
      method: request.method(),
      headers: { authorization: (await request.headerValue('authorization')) ?? '' },
      body: request.postData() ?? null,
    })
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      contentType: 'application/json',
      body: await answer.text(),
    })
  })
}
