import { isObject } from '@linkage/core/internal';
import { asSchema, closedText, member, schemaText } from './json-schema.ts';
import { type AddDifference, below, type References } from './schema-difference.ts';
import type { Alternative } from './shape.ts';

type Keywords = Alternative['schema'];
type Compared = References & { readonly add: AddDifference };

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
export function compareConstraints(
  before: Keywords,
  after: Keywords,
  pointer: string,
  { add, ...resolve }: Compared,
): void {
  for (const { lower, upper, unit } of bounds) {
    compareBound(
      { before: boundOf(before, lower), after: boundOf(after, lower) },
      { name: 'minimum', unit, sign: 1 },
      below(pointer, lower),
      add,
    );
    compareBound(
      { before: boundOf(before, upper), after: boundOf(after, upper) },
      { name: 'maximum', unit, sign: -1 },
      below(pointer, upper),
      add,
    );
  }
  for (const name of formats) compareFormat(name, member(before, name), member(after, name), pointer, add);
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of all) {
    const values = [before, after]
      .filter((schema) => Object.hasOwn(schema, name))
      .map((schema) => member(schema, name));
    if (values.every((value) => known.get(name)?.(value) === true)) continue;
    if (closedText(member(before, name), resolve.before) === closedText(member(after, name), resolve.after)) continue;
    const message = `has another \`${name}\`, which is not comparable`;
    add({
      rule: 'schema-unclear',
      pointer: below(pointer, name),
      message,
      before: member(before, name),
      after: member(after, name),
    });
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

function compareBound(
  { before, after }: { readonly before: Bound | undefined; readonly after: Bound | undefined },
  { name, unit, sign }: { readonly name: string; readonly unit: string; readonly sign: 1 | -1 },
  pointer: string,
  add: AddDifference,
): void {
  const strictness = (bound: Bound | undefined): number =>
    bound === undefined ? Number.NEGATIVE_INFINITY : sign * bound.value;
  const step = strictness(after) - strictness(before);
  const isEqual = strictness(after) === strictness(before) && before?.isExclusive === after?.isExclusive;
  if (isEqual) return;
  const isNarrower = step > 0 || (strictness(after) === strictness(before) && after?.isExclusive === true);
  const text = after === undefined ? `no longer has a ${name} ${unit}` : `has the ${name} ${unit} ${after.value}`;
  const previous = before === undefined ? '' : `, instead of ${before.value}`;
  add({
    rule: isNarrower ? 'bounds-narrower' : 'bounds-wider',
    pointer,
    message:
      after === undefined
        ? `${text}, which was ${before?.value}`
        : `${text}${after.isExclusive ? ' (exclusive)' : ''}${previous}`,
    ...(before !== undefined && { before: before.value }),
    ...(after !== undefined && { after: after.value }),
  });
}

function compareFormat(name: string, before: unknown, after: unknown, pointer: string, add: AddDifference): void {
  const [left, right] = [before === false ? undefined : before, after === false ? undefined : after];
  if (schemaText(left) === schemaText(right)) return;
  const place = below(pointer, name);
  const [was, is] = [JSON.stringify(left), JSON.stringify(right)];
  if (left === undefined)
    add({ rule: 'format-added', pointer: place, message: `must have the \`${name}\` ${is}`, after: right });
  else if (right === undefined) {
    add({ rule: 'format-removed', pointer: place, message: `no longer has the \`${name}\` ${was}`, before: left });
  } else {
    const message = `has the \`${name}\` ${is}, instead of ${was}`;
    add({ rule: 'format-changed', pointer: place, message, before: left, after: right });
  }
}
