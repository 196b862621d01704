import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (written) => void process.stdout.write(written),
  error: (written) => void process.stderr.write(written),
  stdin: () => process.stdin,
  isInteractive: process.stderr.isTTY === true,
});
