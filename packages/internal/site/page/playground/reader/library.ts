/** The functions that a declaration can call. */
import { attribute, toMany, toOne } from '@linkage/core';
import * as z from 'zod';
import { functionNames, schemaMethodNames } from './known-names.ts';

/** A function of the library. */
export interface LibraryFunction {
  readonly name: string;
  readonly call: (given: readonly unknown[]) => unknown;
  /** The value whose method it is. */
  readonly owner: unknown;
}

/** The members of a name, such as those of `z`. */
export type Namespace = ReadonlyMap<string, LibraryFunction | Namespace>;

const functions = new WeakSet<object>();

/** Creates a function of the library. */
export function libraryFunction(
  name: string,
  call: (given: readonly unknown[]) => unknown,
  owner?: unknown,
): LibraryFunction {
  const created = Object.freeze({ name, call, owner });
  functions.add(created);
  return created;
}

/** Whether a value is a function of the library. */
export function isLibraryFunction(value: unknown): value is LibraryFunction {
  return typeof value === 'object' && value !== null && functions.has(value);
}

type AnyFunction = (...given: readonly unknown[]) => unknown;

function functionsOf(prefix: string, functions: Readonly<Record<string, AnyFunction>>): Namespace {
  return new Map(
    Object.entries(functions).map(([name, run]): [string, LibraryFunction] => [
      name,
      libraryFunction(`${prefix}.${name}`, (given) => run(...given)),
    ]),
  );
}

// The schemas whose values JSON can represent, without those that need a function. Named one by one, because the worker
// must not contain all of zod.
const schemas = {
  ...{ string: z.string, number: z.number, int: z.int, int32: z.int32, float32: z.float32, float64: z.float64 },
  ...{ boolean: z.boolean, null: z.null, any: z.any, unknown: z.unknown, literal: z.literal, enum: z.enum },
  ...{ array: z.array, object: z.object, strictObject: z.strictObject, looseObject: z.looseObject, record: z.record },
  ...{ tuple: z.tuple, union: z.union, discriminatedUnion: z.discriminatedUnion, nullable: z.nullable },
  ...{ nullish: z.nullish, optional: z.optional, readonly: z.readonly, email: z.email, url: z.url, uuid: z.uuid },
  ...{ guid: z.guid, cuid2: z.cuid2, ulid: z.ulid, nanoid: z.nanoid, ipv4: z.ipv4, ipv6: z.ipv6, base64: z.base64 },
  ...{ jwt: z.jwt, emoji: z.emoji, e164: z.e164 },
} as unknown as Readonly<Record<string, AnyFunction>>;

const zod: Namespace = new Map<string, LibraryFunction | Namespace>([
  ...functionsOf('z', schemas),
  [
    'iso',
    functionsOf('z.iso', {
      date: z.iso.date,
      datetime: z.iso.datetime,
      time: z.iso.time,
      duration: z.iso.duration,
    } as never),
  ],
]);

/** The methods of schemas that a declaration can call. */
export const schemaMethods: ReadonlySet<string> = new Set(schemaMethodNames);

/** The modules that a declaration can import, with the names that the playground knows. */
export const modules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['@linkage/core', new Set(functionNames)],
  ['zod', new Set(['z'])],
]);

/** The names that a declaration can use without importing them. `defineApi` is defined by the reader. */
export const library: Namespace = new Map<string, LibraryFunction | Namespace>([
  ['z', zod],
  ['attribute', libraryFunction('attribute', ([schema, options]) => attribute(schema as never, options as never))],
  ['toOne', libraryFunction('toOne', (given) => toOne(given[0] as string, ...(given.slice(1) as [])))],
  ['toMany', libraryFunction('toMany', (given) => toMany(given[0] as string, ...(given.slice(1) as [])))],
]);

/** Whether a value is a schema of zod. */
export function isSchema(value: unknown): value is z.ZodType {
  return value instanceof z.ZodType;
}
