import { readFileSync } from 'node:fs';
import { endWithReader, hasColors, painter } from '@linkage/core/internal';
import { runCommand } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const paint = painter([
  [/^breaking\b/gm, 'red'],
  [/^(?:dangerous|stale)\b/gm, 'yellow'],
  [/^safe\b/gm, 'green'],
]);

endWithReader([process.stdout, process.stderr], (status) => process.exit(status));
const status = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
  version,
  ...(hasColors(process.stdout, process.env) && { paint }),
});
// The module of the server can hold the process open, for example with a port. Exit after the output was written, or could not be.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit(status))));
