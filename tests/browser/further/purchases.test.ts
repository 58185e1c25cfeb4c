/** A learner's orders, from the menu to the balance, a friend's seat and the request for a refund. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { enterAs, logInForTokens } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'
import type { RunningServer } from '../../world/server.ts'

const LEARNER = 'learner@understudy.test'
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

/** A paid order of the demo learner. */
async function buy(server: RunningServer, prefix: string, input: object): Promise<string> {
  const send = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const { courseCode } = (await send(`/api/v1/courses/${prefix}`)).data.cohorts[0]
  const { quoteId } = (await send('/api/v1/sign-up-payment-options', { courseCode, ...input })).data
  const { data } = await send('/api/v1/sign-up-payment/card', {
    courseCode,
    quoteId,
    paymentType: 'full',
    name: 'Demo Learner',
    email: LEARNER,
    timezoneId: 'Europe/London',
    consent: { terms: true },
    ...input,
  })
  await send('/sandbox/v1/confirm', { clientSecret: data.clientSecret, ...CARD })
  const verify = () => send(`/api/v1/verify-payment?orderId=${data.orderId}`, undefined, data.checkoutToken)
  while ((await verify()).status !== 'complete');
  return data.orderId
}

test('a learner finds the own orders in the menu, names a friend, and asks for the refund of today', async ({
  server,
  page,
}) => {
  const deposit = await buy(server, 'TUCPR', { paymentType: 'deposit', seats: 2 })
  await enterAs(page.context(), server.url, 'learner')
  await page.goto('/portal')
  await page.getByRole('navigation', { name: 'Portal', exact: true }).getByRole('link', { name: 'Purchases' }).click()
  await page.getByRole('heading', { level: 1, name: 'Purchases' }).waitFor()

  const card = page.getByRole('listitem', { name: 'Start a one-person studio' })
  await card.getByText(/\$800\.00 \(about ₱46,700\) due by/).waitFor()
  expect(await card.getByRole('link', { name: /^Pay \$800\.00/ }).getAttribute('href')).toContain(`?order=${deposit}`)

  await card.getByRole('button', { name: /^Invite for seat 2/ }).click()
  await card.getByLabel('Friend’s e-mail').fill('jonah.friend@understudy.test')
  await card.getByLabel('Friend’s e-mail').press('Enter')
  await card.getByText('Invited', { exact: true }).waitFor()
  await newestMail(server.url, 'jonah.friend@understudy.test', /studio/i)

  await card.getByRole('button', { name: 'Ask for a refund' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('and the $800.00 is no longer due').waitFor()
  const message = card.getByLabel('Your message')
  expect(await message.inputValue()).toMatch(
    /^I’d like a refund of \$198\.00 for Start a one-person studio, order U-\d+\.$/,
  )
  await card.getByRole('button', { name: 'Keep my seats' }).click()
  expect(
    await card
      .getByRole('button', { name: 'Ask for a refund' })
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Ask for $198.00 back' }).click()
  await card.getByText(`We’ll answer by e-mail to ${LEARNER}.`).waitFor()
  const { token } = await logInForTokens(server.url, 'admin')
  const inbox = await fetch(`${server.url}/api/v1/support-inbox`, { headers: { authorization: `Bearer ${token}` } })
  const [conversation] = (await inbox.json()).data.conversations
  expect(conversation).toMatchObject({ email: LEARNER, page: '/portal/purchases' })
  expect(conversation.excerpt).toContain('a refund of $198.00')

  await card.getByRole('link', { name: /^Receipt U-/ }).click()
  await page.getByRole('heading', { level: 1, name: /^You’re in/ }).waitFor()
})
