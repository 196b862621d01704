import { type Command, runCommandOf } from '@linkage/core/internal';
import { checkCommand } from './check.ts';
import { draftCommand } from './draft.ts';
import { help } from './help.ts';
import { serveCommand } from './serve.ts';
import type { CommandTerminal } from './terminal.ts';

const commands: ReadonlyMap<string, Command<CommandTerminal>> = new Map([
  ['serve', { run: serveCommand, text: help.serve }],
  ['draft', { run: draftCommand, text: help.draft }],
  ['check', { run: checkCommand, text: help.check }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options, and if the database cannot be opened. */
export function runCommand(args: readonly string[], terminal: CommandTerminal): Promise<number> {
  return runCommandOf(commands, help.main, args, terminal);
}
