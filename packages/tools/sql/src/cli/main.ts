/** `npx @linkage/sql <command>`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { endWithReader, hasColors, openBrowser, painter } from '@linkage/core/internal';
import { runCommand } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const paint = painter([
  [/^error\b/gm, 'red'],
  [/^warning\b/gm, 'yellow'],
  [/^info\b/gm, 'green'],
  [/(?<=^Explorer {2})\S+/gm, 'cyan'],
]);
endWithReader([process.stdout, process.stderr], (status) => process.exit(status));
const stop = new AbortController();
/** How long a command that a signal ends can take: a driver waits ten seconds for a host that does not respond. */
const END_MILLISECONDS = 900;
for (const [signal, interrupted] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    stop.abort();
    // A second signal ends the process at once.
    setTimeout(() => process.exit(interrupted), END_MILLISECONDS).unref();
  });

const status = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
  version,
  ...(hasColors(process.stdout, process.env) && { paint }),
  env: process.env,
  isInteractive: process.stderr.isTTY === true,
  stopped: once(stop.signal, 'abort').then(() => undefined),
  open: (url) => openBrowser(url, process.platform, spawn),
});
// A module of the project can hold the process open. Exit after the output was written, or could not be.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit(status))));
