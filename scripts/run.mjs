// Behind every script of package.json: node scripts/run.mjs <job> [arguments].
// Imports nothing before the version check and keeps to old syntax, so that an old Node can say what is missing.
import('./node-version.mjs')
  .then(({ nodeFault }) => {
    const fault = nodeFault(process.versions.node)
    if (fault === '') return import('./jobs.mjs')
    console.error(fault)
    process.exit(1)
  })
  .then(({ runJob }) => runJob(process.argv[2], process.argv.slice(3)))
  .then(
    (code) => {
      process.exitCode = code
    },
    (error) => {
      console.error(error.expected ? error.message : error)
      process.exitCode = 1
    },
  )
