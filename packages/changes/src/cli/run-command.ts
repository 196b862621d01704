import { type Command, runCommandOf } from '@linkage/core/internal';
import { checkCommand } from './check.ts';
import { help } from './help.ts';
import { rulesCommand } from './rules.ts';
import type { Terminal } from './terminal.ts';
import { writeCommand } from './write.ts';

const commands: ReadonlyMap<string, Command<Terminal>> = new Map([
  ['check', { run: checkCommand, text: help.check }],
  ['write', { run: writeCommand, text: help.write }],
  ['rules', { run: rulesCommand, text: help.rules }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options and unreadable input. */
export function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  return runCommandOf(commands, help.main, args, terminal);
}
