import { runCommand } from './run-command.ts';

const status = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
});
// The module of the server can hold the process open, for example with a port. Exit after the output was written.
process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
