/**
 * The user account of the embedded PostgreSQL, which refuses to run as root. If root starts the program, PostgreSQL
 * runs as `nobody` if that user can reach the files. Otherwise it runs as root with another user id (a Linux user
 * namespace), which also works inside root's home folder.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '#config/config.ts'

export type Account = {
  /** For spawn; empty if the child runs as the same user. */
  identity: { uid: number; gid: number } | Record<string, never>
  /** The required owner of the files; null if we own them anyway. */
  owner: Owner | null
  command(file: string, args: string[]): [string, string[]]
}
type Owner = { uid: number; gid: number }

const keepCommand = (file: string, args: string[]): [string, string[]] => [file, args]

export function chooseAccount(dataDir: string, cluster: string, postgres: string): Account {
  const owner = existsSync(cluster) ? statSync(cluster) : null
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid)
      throw new StartupError(
        `${cluster} belongs to another user. Start as that user, or name another folder with DATA_DIR.`,
      )
    return { identity: {}, owner: null, command: keepCommand }
  }

  const nobody = findNobody()
  const otherUser = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
  if (canReach(otherUser, dataDir, postgres)) return { identity: otherUser, owner: otherUser, command: keepCommand }
  const namespaceOptions = ['-U', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  if (spawnSync('unshare', [...namespaceOptions, postgres, '--version']).status === 0) {
    return {
      identity: {},
      owner: { uid: 0, gid: 0 },
      command: (file, args) => ['unshare', [...namespaceOptions, file, ...args]],
    }
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and no other user can reach ${dataDir}. Start as an ordinary user, move the folder to where all users may read, or set DATABASE_URL.`,
  )
}

/** Makes the account the owner of folders and their contents. Does nothing if it already is. */
export function changeOwner({ owner }: Account, ...folders: string[]): void {
  if (!owner) return
  for (const folder of folders) if (lstatSync(folder).uid !== owner.uid) changeOwnerOfTree(owner, folder)
}

function changeOwnerOfTree(owner: Owner, path: string): void {
  const entry = lstatSync(path)
  if (entry.isDirectory()) for (const name of readdirSync(path)) changeOwnerOfTree(owner, join(path, name))
  // The folder comes last, so that an interrupted change is repeated at the next start.
  if (!entry.isSymbolicLink()) chownSync(path, owner.uid, owner.gid)
}

function canReach(owner: Owner, dataDir: string, postgres: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$0" && "$1" --version', dataDir, postgres], { ...owner, cwd: '/' })
  return result.status === 0
}

function findNobody(): Owner {
  return parseNobody(existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '')
}

/**
 * PostgreSQL needs a user with a name. On macOS, `nobody` has the id -2, which Node's chown refuses; there the first
 * other user except root is used.
 */
export function parseNobody(passwd: string): Owner {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const { uid, gid } = users.find(({ name }) => name === 'nobody') ?? users[0] ?? { uid: 65534, gid: 65534 }
  return { uid, gid }
}
