/** `npm create linkage`. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { endWithReader } from '@linkage/core/internal';
import { runCommand } from './run-command.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const { stdin, stdout, stderr } = process;

endWithReader([stdout, stderr], (status) => process.exit(status));
const lines = stdin.isTTY && stdout.isTTY ? createInterface({ input: stdin, output: stdout }) : undefined;
// Ctrl+C and Ctrl+D end the command before it has written a file.
lines?.on('close', () => process.exit(130));
process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void stdout.write(text),
  error: (text) => void stderr.write(text),
  version,
  ...(lines !== undefined && { ask: (question) => lines.question(question) }),
});
lines?.removeAllListeners('close').close();
