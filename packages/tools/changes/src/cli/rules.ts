import { parseArgs } from 'node:util';
import { type ChangeRuleId, changeRules } from '../rules/change-rules.ts';
import type { Terminal } from './terminal.ts';

/** `rules`: returns the exit status. */
export async function rulesCommand(args: readonly string[], { out }: Terminal): Promise<number> {
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
