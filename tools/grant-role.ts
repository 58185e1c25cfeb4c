import { readConfig, StartupError } from '#config/config.ts'
import { isEmail, normaliseEmail } from '#domain/contact.ts'
import { grantAdminRole } from '#people/accounts/sign-up/grant-admin-role.ts'
import { grantCreatorRole } from '#people/accounts/sign-up/grant-creator-role.ts'
import { createToolDeps } from './tool-deps.ts'

const ROLES = {
  admin: { grant: grantAdminRole, name: 'a community admin', logInPath: '/login' },
  creator: { grant: grantCreatorRole, name: 'a creator, who can make courses in the studio', logInPath: '/portal' },
}

/** Gives a person a role at the site and prints how they log in. */
export async function grantRole(role: keyof typeof ROLES, address: string, name: string): Promise<void> {
  if (!isEmail(address)) throw new StartupError(`Usage: npm run u -- ${role} ana@example.com "Their Name"`)
  const config = readConfig()
  const deps = await createToolDeps(config)
  try {
    const email = normaliseEmail(address)
    const link = await ROLES[role].grant(deps, { email, name: name.trim() || email.split('@')[0]! })
    const logIn = new URL(ROLES[role].logInPath, config.publicUrl).href
    console.log(
      link
        ? `${email} is ${ROLES[role].name}. This link sets their password and logs them in, once, within seven days:\n\n  ${link}\n\nLater they log in at ${logIn}`
        : `${email} is ${ROLES[role].name}. They log in at ${logIn} with the password they have.`,
    )
  } finally {
    await deps.close()
  }
}
