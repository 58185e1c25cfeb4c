/**
 * As whom the embedded PostgreSQL runs. It refuses to be root, so a program started by root runs it
 * as `nobody` where that user can reach the files, else as root under another number (a user
 * namespace of Linux), which also works below root's own home folder.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#config.ts'

export type Account = {
  /** For spawn; empty where the child is started as ourselves. */
  identity: { uid: number; gid: number } | Record<string, never>
  /** Whose the files must be; null where they are ours anyway. */
  owner: Owner | null
  command(file: string, args: string[]): [string, string[]]
}
type Owner = { uid: number; gid: number }

const asIs = (file: string, args: string[]): [string, string[]] => [file, args]

export function accountFor(dataDir: string, cluster: string, postgres: string): Account {
  const owner = existsSync(cluster) ? statSync(cluster) : null
  const me = process.getuid?.()
  if (me !== 0) {
    if (owner && owner.uid !== me)
      throw new CannotStart(
        `${cluster} belongs to another user. Start as that user, or name another folder with DATA_DIR.`,
      )
    return { identity: {}, owner: null, command: asIs }
  }

  const nobody = findNobody()
  const other = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
  if (reaches(other, dataDir, postgres)) return { identity: other, owner: other, command: asIs }
  const renumbered = ['-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (spawnSync('unshare', [...renumbered, postgres, '--version']).status === 0) {
    return {
      identity: {},
      owner: { uid: 0, gid: 0 },
      command: (file, args) => ['unshare', [...renumbered, file, ...args]],
    }
  }
  throw new CannotStart(
    `PostgreSQL does not run as root, and no other user can reach ${dataDir}. Start as an ordinary user, move the folder to where all users may read, or set DATABASE_URL.`,
  )
}

/** Hands folders with all that is in them to the account. Nothing happens where it owns them already. */
export function giveTo({ owner }: Account, ...folders: string[]): void {
  if (!owner) return
  for (const folder of folders) if (lstatSync(folder).uid !== owner.uid) giveTree(owner, folder)
}

function giveTree(owner: Owner, path: string): void {
  const entry = lstatSync(path)
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTree(owner, join(path, name))
  // The folder last: whoever is interrupted begins again.
  if (!entry.isSymbolicLink()) chownSync(path, owner.uid, owner.gid)
}

function reaches(owner: Owner, dataDir: string, postgres: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$0" && "$1" --version', dataDir, postgres], { ...owner, cwd: '/' })
  return tried.status === 0
}

function findNobody(): Owner {
  return nobodyIn(existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '')
}

/**
 * PostgreSQL wants a user who has a name. The nobody of macOS is -2, a number that Node gives no file to:
 * there it is the first other user who is not root.
 */
export function nobodyIn(passwd: string): Owner {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const { uid, gid } = users.find(({ name }) => name === 'nobody') ?? users[0] ?? { uid: 65534, gid: 65534 }
  return { uid, gid }
}
