import { describeValue } from '@linkage/core/internal';

/** The names of a resource type in a document. */
export interface TypeNames {
  /** The name of one resource: `Article`. */
  readonly one: string;
  /** The name of several resources: `Articles`. Equal to `one` if the plural is the same word. */
  readonly many: string;
}

const KEY = /^[A-Za-z0-9._-]+$/;

/** Returns a text as one word with capitals: `OrderLines` for `order-lines`. */
export function capitalized(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Words that the rules of `singular` do not cover. */
const irregular: ReadonlyMap<string, string> = new Map([
  ...([
    ['People', 'Person'],
    ['Children', 'Child'],
    ['News', 'News'],
    ['Series', 'Series'],
    ['Species', 'Species'],
  ] as const),
]);

function singular(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return /(?:[^su]|[eo]u)s$/.test(word) && !/(?:is|ies)$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * Returns the names of the resource types.
 *
 * @throws {TypeError} If two types have the same name, or a name has characters that OpenAPI does not allow.
 */
export function namesOfTypes(
  types: readonly string[],
  given: Readonly<Record<string, string>>,
): ReadonlyMap<string, TypeNames> {
  const unknown = Object.keys(given).find((type) => !types.includes(type));
  if (unknown !== undefined)
    throw new TypeError(
      `openApiDocument: \`typeNames\` contains ${describeValue(unknown)}, which is not a resource type.`,
    );
  const names = new Map<string, TypeNames>();
  const taken = new Map<string, string>();
  for (const type of types) {
    const many = capitalized(type);
    const one = Object.hasOwn(given, type) ? (given[type] as string) : singular(many);
    if (!KEY.test(one))
      throw new TypeError(
        `openApiDocument: the name of "${type}" must contain only A-Z, a-z, 0-9, ".", "-", and "_", but it is ${describeValue(one)}. Set \`typeNames\`.`,
      );
    const other = taken.get(one);
    if (other !== undefined)
      throw new TypeError(
        `openApiDocument: the types "${other}" and "${type}" must not have the same name, "${one}". Set \`typeNames\`.`,
      );
    taken.set(one, type);
    names.set(type, { one, many });
  }
  return names;
}
