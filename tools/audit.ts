/** `npm run audit`: asks the database of this installation whether every promise about money and seats holds. */
import { readConfig } from '../src/config.ts'
import { audit } from '../src/features/checkout/audit.ts'
import { openTool } from './open-tool.ts'

const tool = await openTool(readConfig(), 'check')
const answers = await audit(tool)
for (const { id, promise, violations } of answers) {
  console.log(`${violations.length === 0 ? 'holds ' : 'BROKEN'} ${id.padEnd(4)} ${promise}`)
  for (const violation of violations.slice(0, 20)) console.log(`         ${JSON.stringify(violation)}`)
}
const broken = answers.filter((answer) => answer.violations.length > 0).length
console.log(broken === 0 ? 'No violation.' : `${broken} of ${answers.length} promises are broken.`)
await tool.close()
process.exitCode = broken === 0 ? 0 : 1
