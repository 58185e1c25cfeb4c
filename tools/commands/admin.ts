import { readConfig, StartupError } from '#config/config.ts'
import { isEmail, normaliseEmail } from '#domain/contact.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runAdmin(address: string, name: string): Promise<void> {
  if (!isEmail(address)) throw new StartupError('Usage: npm run u -- admin ana@example.com "Their Name"')
  const config = readConfig()
  const deps = await createToolDeps(config)
  try {
    const email = normaliseEmail(address)
    const link = await grantAdminRole(deps, { email, name: name.trim() || email.split('@')[0]! })
    const logIn = new URL('/login', config.publicUrl).href
    console.log(
      link
        ? `${email} is a community admin. This link sets their password and logs them in, once, within seven days:\n\n  ${link}\n\nLater they log in at ${logIn}`
        : `${email} is a community admin, and logs in at ${logIn} with the password they have.`,
    )
  } finally {
    await deps.close()
  }
}
