import { describeValue } from '@linkage/core/internal';
import { singular } from './singular.ts';

/** The names of a resource type in a document. */
export interface TypeNames {
  /** The name of one resource: `Article`. */
  readonly one: string;
  /** The name of several resources: `Articles`. Equal to `one` if the plural is the same word. */
  readonly many: string;
}

const KEY = /^[A-Za-z0-9._-]+$/;

/** Returns a string as one word with capitals: `OrderLines` for `order-lines`. */
export function capitalized(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the first name that is free: the wanted ones, or the first of them with a number. */
function freeName([first = '', ...others]: readonly string[], taken: ReadonlySet<string>): string {
  let name = [first, ...others].find((one) => !taken.has(one));
  for (let count = 2; name === undefined; count++)
    name = taken.has(`${first}${count}`) ? undefined : `${first}${count}`;
  return name;
}

function assertKey(type: string, name: string): void {
  if (!KEY.test(name))
    throw new TypeError(
      `openApiDocument: the name of "${type}" must contain only A-Z, a-z, 0-9, ".", "-", and "_", but it is ${describeValue(name)}. Set \`typeNames\`.`,
    );
}

/**
 * Returns the names of the resource types. If the singular of a type is taken, the type has the name of its plural, or
 * one with a number.
 *
 * @param reserved The names of other schemas.
 * @throws {TypeError} If two of the given names are equal, or a name has characters that OpenAPI does not allow.
 */
export function namesOfTypes(
  types: readonly string[],
  given: Readonly<Record<string, string>>,
  reserved: readonly string[],
): ReadonlyMap<string, TypeNames> {
  const taken = new Set(reserved);
  for (const [type, name] of Object.entries(given)) {
    if (!types.includes(type))
      throw new TypeError(
        `openApiDocument: \`typeNames\` contains ${describeValue(type)}, which is not a resource type.`,
      );
    assertKey(type, name);
    if (taken.has(name))
      throw new TypeError(
        `openApiDocument: the name of "${type}" in \`typeNames\` must differ from those of other schemas, but it is "${name}".`,
      );
    taken.add(name);
  }
  const names = types.map((type) => {
    const many = capitalized(type);
    if (Object.hasOwn(given, type)) return [type, { one: given[type] as string, many }] as const;
    const one = freeName([singular(many), many], taken);
    assertKey(type, one);
    taken.add(one);
    return [type, { one, many }] as const;
  });
  return new Map(names);
}
