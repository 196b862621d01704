import { defineQueryParameters, type QueryParameters } from '@linkage/core';
import { describeValue, memberOf, type OptionTable, optionTable } from '@linkage/core/internal';

import { readSettings } from '../../internal/read-settings.ts';
import { actionNames } from './actions.ts';
import { conditionalMethods, type ReadMethod, readMethods } from './can.ts';
import { memberNames, sourceMembers } from './check-source.ts';
import type { ExtendedSource, ExtendSourceOptions, ReadsOf, SourceReplacements } from './source-replacements.ts';
import { type AppliedFilters, type ParameterReads, readConditions, readParameters } from './source-statements.ts';

type AnyMethod = (...given: never) => unknown;

/** The members that say how other methods write. Without their promise for a new method, they are not passed on. */
const aboutWrites: ReadonlyMap<string | symbol, readonly string[]> = new Map([
  ['createAll', ['create']],
  ['updateAll', ['update']],
  ['returnsWritten', actionNames],
]);

/** The declarations of a source are about its methods, so `applies` and `parameters` change them. */
const replaceable: OptionTable = optionTable(
  Object.fromEntries(
    [...sourceMembers.kinds].filter(([name]) => name !== 'appliesFilters' && name !== 'readsParameters'),
  ),
  'member',
);
const optionNames: OptionTable = optionTable({ applies: 'array of strings', parameters: 'object' });

/** Returns a member of a source for another object. A method keeps the source as its `this`, because it can use private fields. */
function passedOn(source: object, name: string, member: unknown, isDeclared: boolean): unknown {
  if (typeof member !== 'function' || name === 'transactionGroup') return member;
  // As in `readSource`, a method that declares nothing can be replaced later.
  const current = (): unknown => (isDeclared ? member : memberOf(source, name));
  return (...given: readonly unknown[]) => Reflect.apply(current() as AnyMethod, source, given);
}

/** Whether a member of the source is not true of its new methods. */
function isOutdated(name: string | symbol, added: Readonly<Record<string, unknown>>): boolean {
  return aboutWrites.get(name)?.some((method) => added[method] !== undefined) === true;
}

/** Passes on what is not part of the port, such as symbols and helpers. Does not call getters. */
function passHelpers(source: object, extended: object, added: Readonly<Record<string, unknown>>): void {
  for (const name of memberNames(source)) {
    if (Object.hasOwn(extended, name) || isOutdated(name, added)) continue;
    const get = (): unknown => {
      const member = Reflect.get(source, name);
      return typeof member === 'function' && !Object.hasOwn(source, name) ? member.bind(source) : member;
    };
    Object.defineProperty(extended, name, { get, enumerable: true });
  }
}

/** Returns the names of declared query parameters. What is neither a list nor an object is reported with the statements of the source. */
function namesOf(reads: readonly string[] | QueryParameters | undefined): readonly string[] {
  if (typeof reads !== 'object' || reads === null || Array.isArray(reads)) return reads as never;
  return Object.keys(defineQueryParameters(reads as QueryParameters));
}

/** Checks that options are about new methods. */
function assertNew(option: string, names: readonly string[], methods: Readonly<Record<string, unknown>>): void {
  const wrong = names.find((name) => methods[name] === undefined || !(readMethods as readonly string[]).includes(name));
  if (wrong === undefined) return;
  throw new TypeError(
    `extendSource: \`${option}\` must contain only new \`list\`, \`stream\`, \`find\`, and \`related\`, but it contains ${describeValue(wrong)}.`,
  );
}

/**
 * Returns a source with new methods in place of its own. Passes everything else on: all other members, `this`, symbols, and what the
 * source declares. With a spread, `{ ...source, list }`, methods of a class and their `this` are lost.
 *
 * Nothing is known of a new method, because it may ignore a condition: without `applies`, the server rejects filters with operators
 * other than `eq`, `lt`, `le`, `gt`, and `ge`, and groups, with 400, and checks the records for access rules itself. `applies` is your promise
 * that the new methods apply what the replaced ones do. If one does not, responses contain hidden resources.
 *
 * @param methods The new members. They can replace or add every member of a source, except its statements.
 * @throws {TypeError} If a name is not a member of a source, a method is not a function, or an option names a method that is not new.
 */
export function extendSource<
  Source extends object,
  Name extends keyof SourceReplacements<Source>,
  const Reads = Record<never, never>,
>(
  source: Source,
  methods: Pick<SourceReplacements<Source, NoInfer<Reads>>, Name>,
  options: ExtendSourceOptions<NoInfer<Name>, Reads> = {},
): ExtendedSource<Source, Name, Reads> {
  if (typeof source !== 'object' || source === null)
    throw new TypeError(`extendSource: \`source\` must be an object, but it is ${describeValue(source)}.`);
  const added = readSettings<Readonly<Record<string, unknown>>>('extendSource: methods', methods, replaceable);
  const { applies, parameters = {} } = readSettings('extendSource: options', options, optionNames);
  const reading = Object.entries(parameters as ReadsOf<ReadMethod>).map(
    ([name, reads]) => [name as ReadMethod, namesOf(reads)] as const,
  );
  assertNew('applies', applies ?? [], added);
  assertNew('parameters', Object.keys(parameters), added);
  const known = Object.fromEntries([...sourceMembers.kinds.keys()].map((name) => [name, memberOf(source, name)]));
  const conditions = readConditions(known['appliesFilters']);
  const extended: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(known)) {
    const isDeclared = conditions?.methods.includes(given as AnyMethod) === true;
    const kept = isOutdated(name, added) ? undefined : passedOn(source, name, given, isDeclared);
    const member = added[name] ?? kept;
    if (member !== undefined) extended[name] = member;
  }
  const promised = (name: ReadMethod): boolean => applies?.includes(name as never) === true;
  /** The methods of a statement, as methods of the new source. What `createServer` reports remains in it. */
  const restate = (declared: readonly AnyMethod[]): readonly AnyMethod[] =>
    declared.flatMap((method) => {
      const names = conditionalMethods.filter((name) => known[name] === method);
      if (names.length === 0) return [method];
      return names.flatMap((name) => {
        if (added[name] === undefined || promised(name as ReadMethod)) return [extended[name] as AnyMethod];
        return applies === undefined ? [method] : [];
      });
    });
  const isAlone = (name: ReadMethod): boolean => promised(name) && known[name] === undefined;
  const alone = readMethods.filter(isAlone).map((name) => added[name] as AnyMethod);
  if (conditions !== undefined)
    extended['appliesFilters'] = {
      ...conditions,
      methods: [...restate(conditions.methods), ...alone],
    } satisfies AppliedFilters;
  const reads: readonly ParameterReads[] = [
    ...readParameters('extendSource: source', known['readsParameters']).map(({ methods: declared, names }) => ({
      methods: restate(declared),
      names,
    })),
    ...reading.map(([name, names]) => ({ methods: [added[name] as AnyMethod], names })),
  ];
  if (reads.length > 0) extended['readsParameters'] = reads;
  for (const statement of ['returnsWritten', 'atomicWrites']) {
    const written = extended[statement];
    if (!Array.isArray(written)) continue;
    const names = Object.keys(known).filter((name) => added[name] === undefined && written.includes(known[name]));
    extended[statement] = names.map((name) => extended[name]);
  }
  passHelpers(source, extended, added);
  return Object.freeze(extended) as unknown as ExtendedSource<Source, Name, Reads>;
}
