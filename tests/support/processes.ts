/** The running processes, from /proc where it exists: a slim image has no `ps`. macOS has no /proc. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** `command` is the program with its arguments, separated by blanks. */
export type RunningProcess = { pid: number; command: string }

export function listProcesses(): RunningProcess[] {
  return existsSync('/proc/self/cmdline') ? readProc() : readPs()
}

function readProc(): RunningProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return [{ pid: Number(pid), command }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

function readPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid = '', ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), command: command.join(' ') }
  })
}
