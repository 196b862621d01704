import { runCommand } from '../src/cli/run-command.ts';

/** Returns a function that runs a command of `linkage`, and returns its status and what it printed. */
export function runsWith(stdin: () => Iterable<Buffer>) {
  return async (...args: readonly string[]) => {
    const written = { out: '', error: '' };
    const status = await runCommand(args, {
      out: (text) => {
        written.out += text;
      },
      error: (text) => {
        written.error += text;
      },
      stdin,
      isInteractive: false,
    });
    return { status, ...written };
  };
}
