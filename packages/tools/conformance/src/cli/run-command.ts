import { type Command, runCommandOf } from '@linkage/core/internal';
import { conformCommand } from './conform.ts';
import { help } from './help.ts';
import { initCommand } from './init.ts';
import type { TerminalStreams } from './terminal.ts';
import { validateCommand } from './validate.ts';

const commands: ReadonlyMap<string, Command<TerminalStreams>> = new Map([
  ['conform', { run: conformCommand, text: help.conform }],
  ['init', { run: initCommand, text: help.init }],
  ['validate', { run: validateCommand, text: help.validate }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options and servers that do not respond. */
export function runCommand(args: readonly string[], terminal: TerminalStreams): Promise<number> {
  return runCommandOf(commands, help.main, args, terminal);
}
