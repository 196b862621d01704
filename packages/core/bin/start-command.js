// Old syntax, so that an old Node reaches the message about its age.

/**
 * Starts a command of a package: imports its main file, or says why it cannot.
 *
 * @param {string} command The name of the command.
 * @param {string} main The URL of the main file.
 */
export function startCommand(command, main) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) import(main).catch(explain);
  else end(`It needs Node 22.12 or later, but this is ${process.version}. Get one from https://nodejs.org.`);

  /** Says what is missing in a checkout, whose packages are not built, and import each other as TypeScript. */
  function explain(error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND' && error.url === main) {
      end('It is not built. In the root of the checkout, run: npm run build');
    } else if (error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      end(`In a checkout, it needs Node 22.18 or later, but this is ${process.version}.`);
    } else {
      throw error;
    }
  }

  function end(reason) {
    process.stderr.write(`${command} cannot start. ${reason}\n`);
    process.exitCode = 2;
  }
}
