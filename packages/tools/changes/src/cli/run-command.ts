import { type Command, type CommandStreams, runCommandOf } from '@linkage/core/internal';
import { checkCommand } from './check.ts';
import { help } from './help.ts';
import { rulesCommand } from './rules.ts';
import { writeCommand } from './write.ts';

const commands: ReadonlyMap<string, Command<CommandStreams>> = new Map([
  ['check', { run: checkCommand, text: help.check }],
  ['write', { run: writeCommand, text: help.write }],
  ['rules', { run: rulesCommand, text: help.rules }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options and unreadable input. */
export function runCommand(args: readonly string[], terminal: CommandStreams): Promise<number> {
  return runCommandOf(commands, help.main, args, terminal);
}
