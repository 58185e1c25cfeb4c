/** Installs programs that tests need from the packages of Debian or Ubuntu. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Needs root. Waits for another installation. Does nothing on other systems. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing the system's own package ${name} for the tests …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const options of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...options], { stdio: 'inherit', env: environment })
}
