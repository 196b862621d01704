import { readFileSync } from 'node:fs';
import { hasColors, painter } from '@linkage/core/internal';
import { runCommand } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const paint = painter([
  [/^ *MUST(?= [A-Za-z])/gm, 'red'],
  [/\bFAILED\b/g, 'red'],
  [/^ *(?:SHOULD|RECOMMENDED|PROFILE)(?= [A-Za-z])/gm, 'yellow'],
  [/\bundecided\b/g, 'yellow'],
  [/\bpassed\b/g, 'green'],
  [/ is a valid document\.$/gm, 'green'],
]);

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
  version,
  ...(hasColors(process.stdout, process.env) && { paint }),
  stdin: () => process.stdin,
  isInteractive: process.stderr.isTTY === true,
});
