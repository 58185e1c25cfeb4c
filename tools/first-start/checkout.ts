/** A copy of this checkout, as a newcomer has it: without git, built pages or data. */
import { cpSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const LEFT_OUT = ['.git', 'node_modules', 'build', 'data', 'data-development', '.react-router', 'coverage']

/** @param withPackages also links the installed packages, so that nothing has to be installed */
export function copyCheckout(folder: string, withPackages: boolean): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(ROOT).filter((one) => !LEFT_OUT.includes(one) && !one.endsWith('.log')))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  if (withPackages) linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** Leaves out what is no package, such as the caches of tools, which would then be written in both copies. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const isPackage = !entry.name.startsWith('.') || entry.name === '.bin'
    if (isPackage || entry.name === '.package-lock.json') link(entry, join(from, entry.name), join(to, entry.name))
  }
}

type Entry = { isDirectory(): boolean; isSymbolicLink(): boolean }

function link(entry: Entry, from: string, to: string): void {
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (entry.isDirectory()) {
    mkdirSync(to)
    for (const one of readdirSync(from, { withFileTypes: true })) link(one, join(from, one.name), join(to, one.name))
  } else linkOrCopy(from, to)
}

/** Another disk, or a file of another person, has no hard link. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}
