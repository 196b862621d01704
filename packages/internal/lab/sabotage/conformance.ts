/**
 * Breaks one behavior of a server at a time, runs the whole tester against it, and prints which cases caught it. The tests run only the
 * cases of the broken requirement.
 */

import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { runBroken, sabotaged } from '../../../tools/conformance/test/sabotage/all.ts';

readScriptOptions({ command: 'npm run sabotage:conformance' });
let missed = 0;
for (const it of sabotaged) {
  const { results } = await runBroken(it, undefined);
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  const named = failed.filter(({ rows }) => rows.includes(it.row)).map(({ id }) => id);
  if (named.length === 0) missed++;
  console.log(
    `${named.length === 0 ? 'MISSED' : 'caught'} ${it.row} ${it.name}: ${named.slice(0, 3).join(', ')} (${failed.length} failed in all)`,
  );
}
console.log(`${sabotaged.length - missed} of ${sabotaged.length} broken servers are caught.`);
if (missed > 0) process.exitCode = 1;
