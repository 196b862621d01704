import { parseArgs } from 'node:util';
import { type Command, type CommandStreams, runCommandOf } from '@linkage/core/internal';
import { type ChangeRuleId, changeRules } from '../rules/change-rules.ts';
import { checkCommand } from './check.ts';
import { help } from './help.ts';
import type { Terminal } from './terminal.ts';
import { writeCommand } from './write.ts';

/** `rules`: returns the exit status. */
async function rulesCommand(args: readonly string[], { out }: Terminal): Promise<number> {
  parseArgs({ args: [...args], options: {} });
  for (const [id, { request, response, title, reason }] of Object.entries(changeRules) as [
    ChangeRuleId,
    (typeof changeRules)[ChangeRuleId],
  ][]) {
    const level = request === response ? request : `${request} in requests, ${response} in responses`;
    out(`${id}  (${level})\n  ${title}. ${reason}\n`);
  }
  return 0;
}

const commands: ReadonlyMap<string, Command<CommandStreams>> = new Map([
  ['check', { run: checkCommand, text: help.check }],
  ['write', { run: writeCommand, text: help.write }],
  ['rules', { run: rulesCommand, text: help.rules }],
]);

/** Runs the command that the arguments name. Returns the exit status: 2 for wrong options and unreadable input. */
export function runCommand(args: readonly string[], terminal: CommandStreams): Promise<number> {
  return runCommandOf(commands, help.main, args, terminal);
}
