/**
 * `npm start`, `npm test`, `npm run long`, `npm run soak`, `npm run probe`: looks whether this machine's Node and npm
 * can do it, and goes on with the script of that name. Written so that every Node can read it: what is
 * too old is named in one sentence, where an import would end in a trace.
 */
var OLDEST_NODE = 18
var OLDEST_NPM = 7

var node = parseInt(process.versions.node, 10)
var npm = /^npm\/(\d+)\S*/.exec(process.env.npm_config_user_agent || '')

if (node < OLDEST_NODE)
  refuse(
    'Sluice is started with Node ' +
      OLDEST_NODE +
      ' or newer, and this is Node ' +
      process.versions.node +
      ': install a newer one, then try again.',
  )
else if (npm && parseInt(npm[1], 10) < OLDEST_NPM)
  refuse(
    'Sluice is installed with npm ' +
      OLDEST_NPM +
      ' or newer, and this is ' +
      npm[0].replace('/', ' ') +
      ': run "npm install --global npm", then try again.',
  )
else {
  // The script finds its own words in their usual place.
  import('./' + process.argv.splice(2, 1)[0] + '.mjs').catch(function (error) {
    console.error(error)
    process.exit(1)
  })
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}
