/**
 * Runs the scenarios in a process of its own: `node run.ts baseline | polluted`. Prints the responses, or, for each polluted
 * name that changes one, the name and the scenarios, as JSON.
 */

import { inspect } from 'node:util';
import { someOf } from '../../../core/test/runs.ts';
import { readNames as names } from '../../bench/src/hostile/names.ts';
import { adapterScenarios } from './adapter-scenarios.ts';
import { coreScenarios, type Scenarios } from './core-scenarios.ts';
import { readByOthers, values } from './pollution.ts';
import { serverScenarios } from './server-scenarios.ts';
import { wideScenarios, worldScenarios } from './wide-scenarios.ts';

/** The JSON text of a value; of resources that link to each other, which JSON cannot contain, another string. */
function jsonOf(value: unknown, show: (key: string, it: unknown) => unknown): string {
  try {
    return String(JSON.stringify(value, show));
  } catch {
    return inspect(value, { depth: 10, maxArrayLength: null, maxStringLength: null });
  }
}

/** A string of a response. It is made when nothing is polluted any more. */
function textOf(value: unknown): string {
  const show = (key: string, it: unknown): unknown => {
    if (it instanceof Map) return ['Map', ...it];
    if (it instanceof Error) return { error: it.message, errors: (it as { errors?: unknown }).errors };
    if (typeof it === 'function') return 'function';
    return key === 'declaration' ? undefined : it;
  };
  return jsonOf(value, show).replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22,}/g, 'UUID');
}

type OperationResult = { readonly returned: unknown } | { readonly thrown: unknown };

/** A hanging scenario has a different outcome. */
function tooLong(): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, 30_000, 'took too long').unref());
}

async function run(scenarios: Scenarios): Promise<ReadonlyMap<string, OperationResult>> {
  const outcomes = new Map<string, OperationResult>();
  for (const name of Object.keys(scenarios)) {
    try {
      outcomes.set(name, { returned: await Promise.race([scenarios[name]?.(), tooLong()]) });
    } catch (thrown) {
      outcomes.set(name, { thrown });
    }
  }
  return outcomes;
}

function responsesOf(outcomes: ReadonlyMap<string, OperationResult>): ReadonlyMap<string, string> {
  return new Map([...outcomes].map(([name, outcome]) => [name, textOf(outcome)]));
}

/** The responses while `Object.prototype` has these names. */
async function responsesWith(polluted: readonly string[], value: unknown): Promise<ReadonlyMap<string, string>> {
  for (const name of polluted) {
    Object.defineProperty(Object.prototype, name, { value, writable: true, enumerable: true, configurable: true });
  }
  let outcomes: ReadonlyMap<string, OperationResult>;
  try {
    outcomes = await run(scenarios);
  } finally {
    for (const name of polluted) delete (Object.prototype as Record<string, unknown>)[name];
  }
  return responsesOf(outcomes);
}

function differences(expected: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): readonly string[] {
  return [...expected].filter(([name, text]) => found.get(name) !== text).map(([name]) => name);
}

/** The scenarios whose responses change with these names; those that others fail in by themselves are not counted. */
async function changedBy(polluted: readonly string[], value: unknown): Promise<readonly string[]> {
  const changed = differences(expected, await responsesWith(polluted, value));
  return polluted.some((name) => readByOthers.includes(name))
    ? changed.filter((it) => !/fetch|kysely/.test(it))
    : changed;
}

/** Each of these names that changes a response: all at once first, then halves, as long as there is a difference. */
async function culprits(polluted: readonly string[], value: unknown): Promise<readonly string[]> {
  if ((await changedBy(polluted, value)).length === 0) return [];
  if (polluted.length === 1) return polluted;
  const middle = polluted.length >> 1;
  return [...(await culprits(polluted.slice(0, middle), value)), ...(await culprits(polluted.slice(middle), value))];
}

const [mode, only, shown] = process.argv.slice(2);
const spared = names.filter((name) => !readByOthers.includes(name));
const parts: ReadonlyMap<string, () => Scenarios> = new Map([
  ['core', coreScenarios],
  ['server', serverScenarios],
  ['adapters', adapterScenarios],
  ['wide', wideScenarios],
  ['world', worldScenarios],
]);
const chosen = (process.env['PART'] ?? 'core,server').split(',');
const scenarios: Scenarios = Object.assign({}, ...chosen.map((part) => parts.get(part)?.()));
const expected = responsesOf(await run(scenarios));
if (mode === 'baseline') {
  process.stdout.write(JSON.stringify([...expected]));
} else {
  const changed: (readonly [string, readonly string[]])[] = [];
  for (const [kind, value] of someOf(values, 6)) {
    const blamed =
      only === undefined ? new Set([...(await culprits(spared, value)), ...(await culprits(names, value))]) : [only];
    for (const name of blamed) {
      const found = await responsesWith([name], value);
      const different = differences(expected, found);
      changed.push([`${name} = ${kind}`, different]);
      process.stderr.write(`${name} = ${kind}: ${different.length}, ${different[0]}\n`);
      if (shown !== undefined)
        for (const it of different) process.stderr.write(`${it}\n  ${expected.get(it)}\n  ${found.get(it)}\n`);
    }
  }
  process.stdout.write(JSON.stringify(changed));
}
