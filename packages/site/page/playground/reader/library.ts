/** The functions that a declaration can call. */
import { attribute, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

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

function functionsOf(prefix: string, owner: object, names: readonly string[]): Namespace {
  const entries = names.map((name): [string, LibraryFunction] => {
    const own = (owner as Readonly<Record<string, AnyFunction>>)[name] as AnyFunction;
    return [name, libraryFunction(`${prefix}.${name}`, (given) => own(...given))];
  });
  return new Map<string, LibraryFunction | Namespace>(entries);
}

// The schemas whose values JSON can represent, without those that need a function.
const schemaNames: readonly string[] = [
  ...['string', 'number', 'int', 'int32', 'float32', 'float64', 'boolean', 'null', 'any', 'unknown', 'literal'],
  ...['enum', 'array', 'object', 'strictObject', 'looseObject', 'record', 'tuple', 'union', 'discriminatedUnion'],
  ...['nullable', 'nullish', 'optional', 'readonly', 'json', 'templateLiteral'],
  ...['email', 'url', 'uuid', 'guid', 'cuid2', 'ulid', 'nanoid', 'ipv4', 'ipv6', 'base64', 'jwt', 'emoji', 'e164'],
];

const zod: Namespace = new Map<string, LibraryFunction | Namespace>([
  ...functionsOf('z', z, schemaNames),
  ['iso', functionsOf('z.iso', z.iso, ['date', 'datetime', 'time', 'duration'])],
]);

/** The methods of schemas that a declaration can call. */
export const schemaMethods: ReadonlySet<string> = new Set([
  ...['optional', 'nullable', 'nullish', 'default', 'prefault', 'catch', 'describe', 'meta', 'readonly', 'array', 'or'],
  ...['min', 'max', 'length', 'nonempty', 'regex', 'includes', 'startsWith', 'endsWith', 'lowercase', 'uppercase'],
  ...['trim', 'toLowerCase', 'toUpperCase', 'normalize', 'email', 'url', 'uuid', 'date', 'datetime', 'time'],
  ...['gt', 'gte', 'lt', 'lte', 'int', 'positive', 'negative', 'nonnegative', 'nonpositive', 'multipleOf', 'step'],
  ...['extend', 'pick', 'omit', 'partial', 'required', 'strict', 'loose', 'exclude', 'extract', 'nonoptional'],
]);

/** The modules that a declaration can import, with the names that the playground knows. */
export const modules: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['@linkage/core', new Set(['defineApi', 'attribute', 'toOne', 'toMany'])],
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
