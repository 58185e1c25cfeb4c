/**
 * `npm run bench -- [pages|enrolments] [ROUNDS] [SECONDS]`: how fast pages go out, and how fast people
 * enrol; both where none is named. Each part says how it measures. It ends with 1 where a goal is missed.
 */
import { benchEnrolments } from './bench/enrolments.ts'
import { benchPages } from './bench/pages.ts'
import { openFindings } from './bench/report.ts'
import { build, isBuilt } from './build.ts'

const given = process.argv.slice(2)
const part = given.find((word) => !/^\d+$/.test(word))
const [rounds, seconds] = given.filter((word) => word !== part).map(Number)
if (part && part !== 'pages' && part !== 'enrolments') throw new Error(`there is no part ${part}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (!isBuilt()) await build()
const findings = openFindings()
if (part !== 'enrolments') await benchPages(findings, { rounds: rounds ?? 25, seconds: seconds ?? 1 })
if (part !== 'pages') await benchEnrolments(findings, { rounds: rounds ?? 3, seconds: seconds ?? 6 })
if (findings.missed.length > 0) process.exitCode = 1
