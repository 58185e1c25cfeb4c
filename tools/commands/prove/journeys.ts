import { build, isBuilt } from '../../build.ts'
import { runAndReport } from '../../runner/report.ts'
import { createTestStep } from '../../runner/steps.ts'

/** Runs all journeys, or only those of these files. */
export async function runJourneys(files: readonly string[]): Promise<void> {
  if (!isBuilt()) await build()
  const projects = ['--project', 'stories', '--project', 'further-journeys']
  process.exitCode = (await runAndReport([createTestStep('journeys', [...projects, ...files])])) ? 0 : 1
}
