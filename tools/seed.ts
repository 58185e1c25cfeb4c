/** `npm run seed`: the demo courses and log-ins, put into the database where they are missing. */
import { CannotStart, readConfig } from '#config.ts'
import { addDemo } from '#hosts/demo.ts'
import { openTool } from './open-tool.ts'

const config = readConfig()
if (config.mode === 'production') throw new CannotStart('There is no demo content in production.')
const tool = await openTool(config)
try {
  console.log(
    (await addDemo(tool))
      ? 'The database now holds the demo courses.'
      : 'The database holds courses already: nothing was added but missing demo log-ins and gift cards.',
  )
} finally {
  await tool.close()
}
