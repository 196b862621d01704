import { exchangeLines, serverSays } from './exchange-text.ts';
import type { CaseResult } from './report.ts';

/** Returns the facts of a failure by their names: what was expected and came, what the specification says, and what must change. */
export function failureFacts({
  expected,
  came,
  clause,
  change,
  since,
  spec,
  exchanges,
}: CaseResult): readonly (readonly [name: string, text: string])[] {
  const last = exchanges.at(-1);
  const says = last === undefined ? '' : serverSays(last);
  return [
    ['expected', expected ?? ''],
    ['came', came ?? ''],
    ['the server says', says],
    [`the specification says${since === undefined ? '' : ` (since ${since})`}`, clause ?? ''],
    ['to change', change ?? ''],
    ['read', spec],
  ].filter((fact): fact is [string, string] => fact[1] !== '');
}

/** Returns the lines about a failure: its facts, and the last exchange. */
export function failureLines(result: CaseResult): readonly string[] {
  const last = result.exchanges.at(-1);
  return [
    ...failureFacts(result).map(([name, text]) => `${name}: ${text}`),
    ...(last === undefined ? [] : exchangeLines(last)),
  ];
}
