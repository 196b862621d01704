/**
 * Runs the scenarios in a process of its own, with properties of `Object.prototype` of each kind of value. Prints the
 * scenarios whose results differ from those without properties, as JSON: `node run.ts`. `node run.ts each` tries one name
 * at a time, which takes two minutes; `node run.ts signal` tries one name, and also prints the results.
 */
import { isLong, someOf } from '../../../core/test/runs.ts';
import { readNames as names } from '../../../internal/bench/src/hostile/names.ts';
import { values } from '../../../internal/lab/prototypes/pollution.ts';
import { withPollution } from './pollution.ts';
import { scenarios } from './scenarios.ts';

/** Returns the text of a value: own members also if they are undefined, functions as a word, errors without stacks. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) => {
    if (it instanceof Error) return [it.name, it.message, { ...it }];
    if (it instanceof Headers) return [...it];
    return it === undefined || typeof it === 'function' ? typeof it : it;
  });
}

// The delays between requests change nothing here, and would take minutes.
const { setTimeout: start } = globalThis;
globalThis.setTimeout = Object.assign((run: () => void) => start(run, 0), start) as typeof setTimeout;

const [only] = process.argv.slice(2);

async function results(properties: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<string, string>> {
  const found = await withPollution(properties, async () => {
    const all: [string, unknown][] = [];
    for (const name of Object.keys(scenarios)) all.push([name, await scenarios[name]?.()]);
    return all;
  });
  return new Map(found.map(([name, value]) => [name, textOf(value)]));
}

const expected = await results({});

/** Returns the scenarios whose results differ. */
async function changedBy(properties: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const found = await results(properties);
  const changed = [...expected.keys()].filter((scenario) => found.get(scenario) !== expected.get(scenario));
  if (only !== undefined) {
    for (const it of changed) process.stderr.write(`${it}\n${expected.get(it)}\n${found.get(it)}\n`);
  }
  return changed;
}

/** With a property `required`, Node itself cannot create a `Request` or a `Headers` object. */
const readByNode = ['required'];
const tried = names.filter((name) => !readByNode.includes(name));
type Try = readonly [names: readonly string[], value: (typeof values)[number]];

/**
 * All names at once, with each value, or in the short form with one of three. The long form also tries fewer with one of the values, because a name can hide the
 * effect of others.
 */
function* usualTries(): Iterable<Try> {
  for (const value of someOf(values, 3)) yield [tried, value];
  for (let at = 0; isLong && at < tried.length; at += 8) {
    yield [tried.slice(at, at + 8), values[(at / 8) % values.length] as Try[1]];
  }
}

function* triesOf(chosen: readonly string[]): Iterable<Try> {
  for (const name of chosen) for (const value of values) yield [[name], value];
}

const tries = only === undefined ? usualTries() : triesOf(only === 'each' ? tried : [only]);
const changed: string[] = [];
for (const [some, [kind, value]] of tries) {
  const properties = Object.fromEntries(some.map((name) => [name, value]));
  for (const it of await changedBy(properties)) changed.push(`${some.slice(0, 9)} = ${kind}: ${it}`);
}
process.stdout.write(JSON.stringify({ scenarios: expected.size, names: tried.length, changed }));
