/** Prints the TypeScript type of a schema of zod. A test proves that the compiler infers the same types. */
import type * as z from 'zod';
import { formatName, formatValue } from './format-name.ts';

/** The values before validation, as in documents, or after it, as in the application. */
export type Side = 'input' | 'output';

/** The definitions that the printer reads. */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

const plain: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'null', 'undefined', 'any', 'unknown']);

/** Returns the members of a union of types, each once. */
export function unionOf(...types: readonly (readonly string[])[]): readonly string[] {
  const members = [...new Set(types.flat())].filter((it) => it !== 'never');
  const all = ['any', 'unknown'].find((it) => members.includes(it));
  if (all !== undefined) return [all];
  return members.includes('boolean') ? members.filter((it) => it !== 'true' && it !== 'false') : members;
}

/** Joins the members of a union. */
export function formatUnion(members: readonly string[]): string {
  return members.length === 0 ? 'never' : members.join(' | ');
}

/** Returns the type of a schema as the members of a union. */
export function schemaMembers(schema: z.ZodType, side: Side): readonly string[] {
  const definition = schema._zod.def as unknown as Definition;
  const { type, innerType, options = [], values = [], entries = {} } = definition;
  const inner = innerType === undefined ? [] : schemaMembers(innerType, side);
  if (plain.has(type)) return [type];
  if (type === 'literal') return unionOf(values.map(formatValue));
  if (type === 'enum') return unionOf(Object.values(entries).map(formatValue));
  if (type === 'union') return unionOf(...options.map((it) => schemaMembers(it, side)));
  if (type === 'nullable') return unionOf(inner, ['null']);
  if (type === 'optional') return unionOf(inner, ['undefined']);
  if (type === 'default' || type === 'prefault') {
    return side === 'input' ? unionOf(inner, ['undefined']) : inner.filter((it) => it !== 'undefined');
  }
  if (type === 'nonoptional') return inner.filter((it) => it !== 'undefined');
  if (type === 'catch') return inner;
  return [compositeType(definition, side, inner)];
}

/** Whether a record can contain a Date in place of the text of a schema: a date and time. */
export function acceptsDate(schema: z.ZodType): boolean {
  const { format, innerType, options = [] } = schema._zod.def as unknown as Definition;
  if (format !== undefined) return format === 'datetime';
  return innerType === undefined ? options.some(acceptsDate) : acceptsDate(innerType);
}

/** Returns the type of a schema. */
export function schemaType(schema: z.ZodType, side: Side): string {
  return formatUnion(schemaMembers(schema, side));
}

function arrayOf(element: z.ZodType, side: Side): string {
  const members = schemaMembers(element, side);
  const text = formatUnion(members);
  return members.length > 1 ? `(${text})[]` : `${text}[]`;
}

function compositeType(definition: Definition, side: Side, inner: readonly string[]): string {
  const { type, element, shape, catchall, keyType, valueType, items = [], rest } = definition;
  if (type === 'array' && element !== undefined) return arrayOf(element, side);
  if (type === 'readonly') return `Readonly<${formatUnion(inner)}>`;
  if (type === 'record' && keyType !== undefined && valueType !== undefined)
    return `Record<${schemaType(keyType, side)}, ${schemaType(valueType, side)}>`;
  if (type === 'tuple') {
    const itemTypes = items.map((it) => itemType(it, side));
    const others = rest === undefined || rest === null ? [] : [`...${arrayOf(rest, side)}`];
    return `[${[...itemTypes, ...others].join(', ')}]`;
  }
  if (type === 'object' && shape !== undefined) return objectType(shape, catchall, side);
  return 'unknown';
}

function isOptional(schema: z.ZodType, side: Side): boolean {
  return (side === 'input' ? schema._zod.optin : schema._zod.optout) !== undefined;
}

function itemType(schema: z.ZodType, side: Side): string {
  const members = schemaMembers(schema, side);
  if (!isOptional(schema, side)) return formatUnion(members);
  return members.length > 1 ? `(${formatUnion(members)})?` : `${formatUnion(members)}?`;
}

function objectType(shape: Readonly<Record<string, z.ZodType>>, catchall: z.ZodType | undefined, side: Side): string {
  const members = Object.entries(shape).map(
    ([name, schema]) => `${formatName(name)}${isOptional(schema, side) ? '?' : ''}: ${schemaType(schema, side)}`,
  );
  // A strict object has the catchall `never`, which is not part of its type.
  if (catchall !== undefined && (catchall._zod.def as Definition).type !== 'never')
    members.push(`[name: string]: ${schemaType(catchall, side)}`);
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`;
}
