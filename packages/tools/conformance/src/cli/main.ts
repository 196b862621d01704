import { endWithReader, hasColors, painter } from '@linkage/core/internal';
import { version } from './own-version.ts';
import { runCommand } from './run-command.ts';

const paint = painter([
  [/^ *MUST(?= [A-Za-z])/gm, 'red'],
  [/\bFAILED\b/g, 'red'],
  [/^ *(?:SHOULD|RECOMMENDED|PROFILE)(?= [A-Za-z])/gm, 'yellow'],
  [/\bundecided\b/g, 'yellow'],
  [/\bpassed\b/g, 'green'],
  [/ is a valid document\.$/gm, 'green'],
]);

/** Milliseconds in which a second signal is the first one: a terminal sends it to npx and to this process, and npx sends it again. */
const SAME_SIGNAL = 1000;

endWithReader([process.stdout, process.stderr], (status) => process.exit(status));
process.exitCode = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
  version,
  ...(hasColors(process.stdout, process.env) && { paint }),
  stdin: () => process.stdin,
  isInteractive: process.stderr.isTTY === true,
  onStop(act) {
    let last = Number.NEGATIVE_INFINITY;
    const stop = (): void => {
      if (performance.now() - last < SAME_SIGNAL) return;
      last = performance.now();
      act();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
  },
  exit: (status) =>
    void process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit(status)))),
});
