import { isolated } from '#domain/typed-text.ts'
import type { InvitedRole } from './invited-roles.ts'

/** "a co-teacher of “Mobile filmmaking”". */
export function describeRole(role: InvitedRole, title: string, site: string): string {
  switch (role) {
    case 'community_admin':
      return isolated`an admin of ${site}`
    case 'creator':
      return isolated`a teacher at ${site}, who may make courses`
    case 'co_teacher':
      return isolated`a co-teacher of “${title}”`
    case 'assistant':
      return isolated`an assistant in “${title}”`
  }
}

export const describeInvitation = (inviter: string, what: string): string =>
  `${isolated`${inviter}`} asks you to be ${what}.`
