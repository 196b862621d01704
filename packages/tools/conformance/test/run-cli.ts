import { runCommand } from '../src/cli/run-command.ts';
import type { TerminalStreams } from '../src/cli/terminal.ts';

/** Returns a function that runs a command of `linkage`, and returns its status and what it printed. */
export function runsWith(
  stdin: () => Iterable<Buffer>,
  {
    onStop = () => undefined,
    exit = () => undefined,
    printed,
  }: Partial<Pick<TerminalStreams, 'onStop' | 'exit'>> & {
    /** Receives what the command prints, also if the command does not end. */
    readonly printed?: { out: string; error: string };
  } = {},
) {
  return async (...args: readonly string[]) => {
    const written = printed ?? { out: '', error: '' };
    const status = await runCommand(args, {
      out: (text) => {
        written.out += text;
      },
      error: (text) => {
        written.error += text;
      },
      stdin,
      isInteractive: false,
      onStop,
      exit,
    });
    return { status, ...written };
  };
}
