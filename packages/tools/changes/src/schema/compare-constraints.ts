import { isObject } from '@linkage/core/internal';
import type { Place } from '../place.ts';
import { asSchema, closedText, member, type References, schemaText } from './json-schema.ts';
import type { Alternative } from './shape.ts';

type Keywords = Alternative['schema'];

interface Bound {
  readonly value: number;
  /** Whether the value itself is outside of the bound. */
  readonly isExclusive: boolean;
}

/** The names of a lower and an upper bound, and the unit for messages. */
const bounds = [
  { lower: 'minLength', upper: 'maxLength', unit: 'length' },
  { lower: 'minimum', upper: 'maximum', unit: 'value' },
  { lower: 'minItems', upper: 'maxItems', unit: 'number of items' },
  { lower: 'minProperties', upper: 'maxProperties', unit: 'number of properties' },
] as const;

const formats: readonly string[] = [
  'format',
  'pattern',
  'multipleOf',
  'contentEncoding',
  'contentMediaType',
  'uniqueItems',
];

/** The keywords that are compared, and whether a value has the form in which they are. */
const isSchemaValue = (value: unknown): boolean => value === undefined || asSchema(value) !== undefined;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const known: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ...bounds.flatMap(({ lower, upper }) => [[lower, isNumber] as const, [upper, isNumber] as const]),
  ...['exclusiveMinimum', 'exclusiveMaximum'].map(
    (name) => [name, (value: unknown) => isNumber(value) || typeof value === 'boolean'] as const,
  ),
  ...formats.map((name) => [name, () => true] as const),
  ['properties', (value) => isObject(value) && Object.values(value).every(isSchemaValue)],
  ['required', Array.isArray],
  ['additionalProperties', isSchemaValue],
  ['items', isSchemaValue],
]);

/** Compares the constraints of two alternatives of one type, except those of the members of objects and arrays. */
export function compareConstraints(before: Keywords, after: Keywords, { at }: Place, resolve: References): void {
  for (const { lower, upper, unit } of bounds) {
    compareBound(boundOf(before, lower), boundOf(after, lower), `minimum ${unit}`, 1, at(lower));
    compareBound(boundOf(before, upper), boundOf(after, upper), `maximum ${unit}`, -1, at(upper));
  }
  for (const name of formats) compareFormat(name, member(before, name), member(after, name), at(name));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const values = [before, after]
      .filter((schema) => Object.hasOwn(schema, name))
      .map((schema) => member(schema, name));
    if (values.every((value) => known.get(name)?.(value) === true)) continue;
    const [was, is] = [member(before, name), member(after, name)];
    if (closedText(was, resolve.before) === closedText(is, resolve.after)) continue;
    at(name).add('schema-unclear', `has another \`${name}\`, which is not comparable`, { before: was, after: is });
  }
}

/** Reads a bound with its exclusive form: a number of its own, or `true` beside the bound in older forms. */
function boundOf(schema: Keywords, name: string): Bound | undefined {
  const value = member(schema, name);
  const exclusive =
    name === 'minimum' || name === 'maximum'
      ? member(schema, `exclusive${name === 'minimum' ? 'Minimum' : 'Maximum'}`)
      : undefined;
  if (typeof exclusive === 'number') {
    const isStricter = typeof value !== 'number' || (name === 'minimum' ? exclusive >= value : exclusive <= value);
    if (isStricter) return { value: exclusive, isExclusive: true };
  }
  return typeof value === 'number' ? { value, isExclusive: exclusive === true } : undefined;
}

/** @param sign Whether a higher bound accepts fewer values. */
function compareBound(
  before: Bound | undefined,
  after: Bound | undefined,
  name: string,
  sign: 1 | -1,
  place: Place,
): void {
  const strictness = (bound: Bound | undefined): number =>
    bound === undefined ? Number.NEGATIVE_INFINITY : sign * bound.value;
  const [was, is] = [strictness(before), strictness(after)];
  if (was === is && before?.isExclusive === after?.isExclusive) return;
  const isNarrower = is > was || (is === was && after?.isExclusive === true);
  const previous = before === undefined ? '' : `, instead of ${before.value}`;
  const message =
    after === undefined
      ? `no longer has a ${name}, which was ${before?.value}`
      : `has the ${name} ${after.value}${after.isExclusive ? ' (exclusive)' : ''}${previous}`;
  const values = { before: before?.value, after: after?.value };
  place.add(isNarrower ? 'bounds-narrower' : 'bounds-wider', message, values);
}

function compareFormat(name: string, before: unknown, after: unknown, place: Place): void {
  const [left, right] = [before === false ? undefined : before, after === false ? undefined : after];
  if (schemaText(left) === schemaText(right)) return;
  const [was, is] = [JSON.stringify(left), JSON.stringify(right)];
  const values = { before: left, after: right };
  if (left === undefined) place.add('format-added', `must have the \`${name}\` ${is}`, values);
  else if (right === undefined) place.add('format-removed', `no longer has the \`${name}\` ${was}`, values);
  else place.add('format-changed', `has the \`${name}\` ${is}, instead of ${was}`, values);
}
