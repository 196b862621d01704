import type { Api, ResourceType } from '@linkage/core';
import { closestName, isAtOnce, memberOf, type OptionTable, optionTable } from '@linkage/core/internal';

import { readByType } from '../../internal/read-by-type.ts';
import { assertNotPromise, readSettings } from '../../internal/read-settings.ts';
import type { AnySource } from './any-source.ts';
import { type Applies, readCan } from './can.ts';
import type { SourceCall } from './data-source.ts';

type AnyMethod = (...given: readonly unknown[]) => unknown;

/** The members of a source. */
export const sourceMembers: OptionTable = optionTable(
  {
    list: 'function',
    stream: 'function',
    find: 'function',
    related: 'function',
    create: 'function',
    createAll: 'function',
    updateAll: 'function',
    update: 'function',
    delete: 'function',
    updateRelationship: 'function',
    version: 'any',
    job: 'function',
    transaction: 'function',
    transactionGroup: 'any',
    afterCommit: 'function',
    obstacles: 'function',
    appliesFilters: 'any',
    storage: 'object',
    loadsIncludes: 'boolean',
    returnsWritten: 'array',
    atomicWrites: 'array',
    checksLinks: 'object',
    comparesVersion: 'object',
    versioned: 'object',
    united: 'object',
    readsParameters: 'array',
    readsContext: 'object',
    filterOperators: 'object',
  },
  'method',
);

/** Yields the names of the members that an object has itself or by its class. Does not call getters. */
export function* memberNames(source: object): Generator<string | symbol> {
  for (let at: object | null = source; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) if (name !== 'constructor') yield name;
  }
}

/** Whether a member can be meant as a method. Does not call getters. */
function canBeMethod(source: object, name: string): boolean {
  let at: object | null = source;
  while (at !== null && !Object.hasOwn(at, name)) at = Object.getPrototypeOf(at);
  const value: unknown = at === null ? undefined : Object.getOwnPropertyDescriptor(at, name)?.value;
  return typeof value === 'function' || typeof value === 'string';
}

/**
 * Rejects a misspelled method. A source can have its own helpers, so a name is an error only if it is close to a method
 * that the source lacks.
 */
function checkNames(where: string, source: object, read: Readonly<Record<string, unknown>>): void {
  const absent = [...sourceMembers.kinds.keys()].filter((name) => read[name] === undefined);
  for (const name of memberNames(source)) {
    if (typeof name !== 'string' || sourceMembers.kinds.has(name) || !canBeMethod(source, name)) continue;
    const meant = closestName(name, absent);
    if (meant === undefined) continue;
    throw new TypeError(
      `${where}: unknown method ${JSON.stringify(name)}. Did you mean \`${meant}\`? If it is a helper, choose another name.`,
    );
  }
}

/**
 * Reads a source. Returns an object with every method of the port as an own member, undefined if the source lacks it.
 *
 * @param where The source, such as `createServer: sources.articles`, for error messages.
 * @throws {TypeError} If it is not an object, a method is not a function, or a name looks like a misspelled method.
 */
export function readSource(where: string, source: object): AnySource {
  if (typeof source !== 'object' || source === null) readSettings(where, source, sourceMembers);
  // A source can have a helper with the name `entries`.
  assertNotPromise(where, source);
  const read: Record<string, unknown> = {};
  for (const name of sourceMembers.kinds.keys()) read[name] = memberOf(source, name);
  readSettings(where, read, sourceMembers);
  checkNames(where, source, read);
  const {
    appliesFilters: _,
    readsParameters: __,
    returnsWritten: ___,
    atomicWrites: ____,
    versioned: _____,
    checksLinks: ______,
    comparesVersion: _______,
    ...members
  } = read;
  const can = readCan(where, read);
  const united = Object(members['united']).list === members['list'] ? members['united'] : undefined;
  const called: Record<string, unknown> = { ...members, united, can, isHashed: members['version'] === undefined };
  for (const [name, method] of Object.entries(members)) {
    if (typeof method !== 'function' || name === 'transactionGroup') continue;
    const applies = (can.applies as Readonly<Record<string, Applies | undefined>>)[name];
    // Methods are looked up for every call, because an application or a test can replace one later. A method that
    // applies conditions is not looked up again, because its replacement may not apply them.
    called[name] =
      applies?.isDeclared === true
        ? method.bind(source)
        : (...given: readonly unknown[]) => (source as Record<string, AnyMethod>)[name]?.(...given);
  }
  if (members.transaction !== undefined) {
    called['transaction'] = (run: (inner: SourceCall) => unknown, call: SourceCall) => {
      const { transaction } = source as { readonly transaction: AnyMethod };
      const work = isAtOnce(transaction) ? run : async (inner: SourceCall) => run(inner);
      return transaction.call(source, work, call);
    };
  }
  return Object.freeze(called) as unknown as AnySource;
}

/** Rejects a source that would not apply conditions on members of objects which the type declares. */
function assertMembers(where: string, { attributes }: ResourceType, source: AnySource): void {
  const declared = [...attributes.values()].find(({ members }) => members !== undefined);
  if (declared === undefined) return;
  for (const name of ['list', 'stream', 'related'] as const) {
    if (source[name] === undefined || source.can.applies[name].members) continue;
    throw new TypeError(
      `${where}: the option \`filter\` of \`${declared.name}\` names members of objects, so the source must declare that \`${name}\` applies conditions on them: add \`members: true\` to \`appliesFilters\`.`,
    );
  }
}

/** Whether a source has no member. */
function isEmpty({ can: _, isHashed: __, ...members }: AnySource): boolean {
  return Object.values(members).every((member) => member === undefined);
}

/**
 * Reads the sources of a server. Returns them by resource type, without empty ones: nothing can be requested of their types.
 *
 * @throws {TypeError} If a type has no source, a source is not valid, or one reads a context that the server does not have.
 */
export function readSources(api: Api, given: object, hasContext: boolean): Map<string, AnySource> {
  const where = 'createServer: sources';
  const all = readByType<object>(api, where, given);
  const missing = [...api.types.keys()].filter((type) => !all.has(type)).map((type) => JSON.stringify(type));
  if (missing.length > 0)
    throw new TypeError(`${where}: pass a source for ${missing.join(', ')}, or {} for a type that has no URLs.`);
  const read = [...all].map(([type, source]) => [type, readSource(`${where}.${type}`, source)] as const);
  const reading = read.find(([, source]) => source.readsContext !== undefined);
  if (reading !== undefined && !hasContext)
    throw new TypeError(`${where}.${reading[0]} reads the context, so createServer requires the option \`context\`.`);
  for (const [type, source] of read) assertMembers(`${where}.${type}`, api.types.get(type) as ResourceType, source);
  return new Map(read.filter(([, source]) => !isEmpty(source)));
}
