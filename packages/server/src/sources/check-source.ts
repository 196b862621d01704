import type { Api } from '@linkage/core';
import { closestName, type OptionTable, optionTable, pickMembers } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import { assertNotPromise, readSettings } from '../internal/read-settings.ts';
import type { AnySource } from './any-source.ts';
import { statedConditions } from './applied-conditions.ts';
import { assertConditionsApply, requiredConditions } from './assert-conditions-apply.ts';
import type { CollectionQuery } from './data-source.ts';
import { readParameterReads } from './parameter-reads.ts';

type AnyMethod = (...given: readonly unknown[]) => unknown;

const methods: OptionTable = optionTable(
  {
    list: 'function',
    stream: 'function',
    find: 'function',
    related: 'function',
    create: 'function',
    update: 'function',
    delete: 'function',
    relate: 'function',
    version: 'any',
    job: 'function',
    transaction: 'function',
    transactionScope: 'any',
    appliesConditions: 'any',
    storage: 'object',
    loadsIncludes: 'boolean',
    readsParameters: 'array',
    filterOperators: 'object',
  },
  'method',
);

/** Yields the names of the members that an object has itself or by its class. Does not call getters. */
function* memberNames(source: object): Generator<string> {
  for (let at: object | null = source; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      const descriptor = Object.getOwnPropertyDescriptor(at, name) as PropertyDescriptor;
      const kind = Object.hasOwn(descriptor, 'value') ? typeof descriptor.value : undefined;
      if (name !== 'constructor' && (kind === 'function' || kind === 'string')) yield name;
    }
  }
}

/**
 * Rejects a misspelled method. A source can have its own helpers, so a name is an error only if it is close to a method
 * that the source lacks.
 */
function checkNames(where: string, source: object, read: Readonly<Record<string, unknown>>): void {
  const absent = [...methods.kinds.keys()].filter((name) => read[name] === undefined);
  for (const name of memberNames(source)) {
    if (methods.kinds.has(name)) continue;
    const meant = closestName(name, absent);
    if (meant === undefined) continue;
    throw new TypeError(
      `${where}: unknown method ${JSON.stringify(name)}. Did you mean \`${meant}\`? If it is a helper, choose another name.`,
    );
  }
}

/** A source that states nothing, with own members. */
const unstated = { appliesConditions: undefined };

/** Returns a method that rejects conditions which the source does not state to apply. */
function withCheck(
  name: string,
  call: AnyMethod,
  [api, type]: readonly [api: Api, type: string],
  source: object,
): AnyMethod {
  if (name !== 'list' && name !== 'related' && name !== 'stream') return call;
  const place = name === 'related' ? 2 : 0;
  return (...given) => {
    assertConditionsApply(api, type, source, name, requiredConditions(name, given[place] as CollectionQuery));
    return call(...given);
  };
}

/**
 * Reads a source. Returns an object with every method of the port as an own member, undefined if the source lacks it.
 *
 * @param where The source, such as `createServer: sources.articles`, for error messages.
 * @param checked The API and the type of the source. Its `list`, `stream`, and `related` reject conditions that it does not state to
 * apply.
 * @throws {TypeError} If it is not an object, a method is not a function, or a name looks like a misspelled method.
 */
export function readSource(where: string, source: object, checked: readonly [api: Api, type: string]): AnySource {
  if (typeof source !== 'object' || source === null) readSettings(where, source, methods);
  // A source can have a helper with the name `entries`.
  assertNotPromise(where, source);
  const read: Record<string, unknown> = {};
  for (const name of methods.kinds.keys()) read[name] = fieldOf(source, name);
  readSettings(where, read, methods);
  checkNames(where, source, read);
  const stated = statedConditions(read as AnySource);
  const parameterReads = readParameterReads(where, read['readsParameters']);
  const wrapped = new Map<unknown, AnyMethod>();
  const keeping: AnyMethod[] = [];
  for (const [name, method] of Object.entries(read)) {
    if (typeof method !== 'function' || name === 'transactionScope') continue;
    const isStated = stated?.methods.includes(method as never) === true;
    // Methods are looked up for every call, because an application or a test can replace one later. A method that
    // applies conditions is not looked up again, because its replacement may not apply them.
    const direct: AnyMethod = isStated
      ? (...given) => method.apply(source, given)
      : (...given) => (source as Record<string, AnyMethod>)[name]?.(...given);
    const call = withCheck(name, direct, checked, isStated ? { appliesConditions: stated, [name]: method } : unstated);
    if (isStated) keeping.push(call);
    wrapped.set(method, call);
    read[name] = call;
  }
  read['appliesConditions'] = stated && {
    methods: keeping,
    types: [...stated.types],
    ...pickMembers(stated, ['operators', 'groups', 'identifiers']),
  };
  read['readsParameters'] = parameterReads.map(({ methods: reading, names }) => ({
    methods: reading.flatMap((method) => wrapped.get(method) ?? []),
    names,
  }));
  return Object.freeze(read) as unknown as AnySource;
}
