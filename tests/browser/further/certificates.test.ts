/** From the completion to the files, as a learner and the person who checks them meet them. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { readPdf } from '../../support/pdf.ts'
import { giveDemoCertificate } from '../../world/demo-certificates.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { newestMail } from '../../world/mailbox.ts'

const LEARNER = 'learner@understudy.test'

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return readFile(await file.path())
}

test('a finished course gives a certificate that the learner shares and anybody verifies', async ({ server, page }) => {
  const path = await giveDemoCertificate(server.dataDir, LEARNER, 'MCOM')
  const mail = await newestMail(server.url, LEARNER, /Your certificate for/)
  expect(mail.text).toContain(`${server.url}${path}`)
  expect(mail.text).toContain('/portal/certificates')

  await enterAs(page.context(), server.url, 'learner')
  await page.goto('/portal/certificates')
  await page.getByRole('heading', { name: 'Mobile content creator' }).waitFor()
  const pdf = await download(page, () => page.getByRole('button', { name: /^Download PDF/ }).click())
  expect((await readPdf(pdf)).text).toContain(path.split('/').at(-1))

  await page.getByText('Correct the name').click()
  await page.getByLabel('Name on the certificate').fill('Ana María Cruz')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: /^Ana María Cruz completed/ }).waitFor()
  await page.getByRole('button', { name: 'Check the signature' }).click()
  await page.getByText('The signature is genuine: Ana María Cruz completed Mobile content creator.').waitFor()

  const png = await download(page, () => page.getByRole('link', { name: 'Picture' }).click())
  expect(await verifyOffline(server, png)).toContain('Ana María Cruz completed Mobile content creator.')
  expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000)

  await page.goto('/portal/certificates')
  await page.getByText('Revoke…').click()
  await page.getByRole('button', { name: /^Revoke my certificate/ }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  await page.goto(path)
  await page.getByRole('heading', { name: 'This certificate was revoked' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('Ana')
})

/** By the command, with the saved keys and without a server. */
async function verifyOffline(server: { url: string; dataDir: string }, png: Buffer): Promise<string> {
  const [file, keys] = [join(server.dataDir, 'badge.png'), join(server.dataDir, 'keys.json')]
  await writeFile(file, png)
  await writeFile(keys, await (await fetch(`${server.url}/credentials/keys`)).text())
  const { stdout } = await promisify(execFile)(process.execPath, [
    'tools/u.ts',
    'verify-credential',
    file,
    '--keys',
    keys,
  ])
  return stdout
}
