/** `npm run admin -- ADDRESS [NAME]`: makes somebody a community admin, and prints the link with which they choose a password. */
import { CannotStart, readConfig } from '#config.ts'
import { isEmail, normaliseEmail } from '#domain/contact.ts'
import { makeAdmin } from '#features/accounts/make-admin.ts'
import { openTool } from './open-tool.ts'

const [address = '', ...name] = process.argv.slice(2)
if (!isEmail(address)) throw new CannotStart('Usage: npm run admin -- somebody@example.com "Their Name"')

const config = readConfig()
const tool = await openTool(config)
try {
  const email = normaliseEmail(address)
  const link = await makeAdmin(tool, { email, name: name.join(' ').trim() || email.split('@')[0]! })
  const logIn = new URL('/login', config.publicUrl).href
  console.log(
    link
      ? `${email} is a community admin. This link sets their password, once, within seven days:\n\n  ${link}\n\nThen they log in at ${logIn}`
      : `${email} is a community admin, and logs in at ${logIn} with the password they have.`,
  )
} finally {
  await tool.close()
}
