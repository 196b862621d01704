import { describeValue, pickMembers } from '@linkage/core/internal';

/** The declared query parameters that methods of a source read. */
export interface ParameterReads {
  /**
   * The source's `list`, `stream`, and `related` methods. Compared by identity, so that a source that spreads another
   * source and replaces a method does not state this for its own method.
   */
  readonly methods: readonly ((...given: never) => unknown)[];
  /** The names of the query parameters that these methods apply. Empty if they apply none. */
  readonly names: readonly string[];
}

function isListOf(value: unknown, kind: 'function' | 'string'): boolean {
  return Array.isArray(value) && value.every((it) => typeof it === kind);
}

/**
 * Reads the statements of a source.
 *
 * @throws {TypeError} If they are not an array of objects with `methods` and `names`.
 */
export function readParameterReads(where: string, given: unknown): readonly ParameterReads[] {
  if (given === undefined) return [];
  if (!Array.isArray(given))
    throw new TypeError(`${where}: \`readsParameters\` must be an array, but it is ${describeValue(given)}.`);
  return given.map((it: unknown, index) => {
    const stated = pickMembers(Object(it) as ParameterReads, ['methods', 'names']);
    if (isListOf(stated.methods, 'function') && isListOf(stated.names, 'string')) return stated as ParameterReads;
    const form = '{ methods: [list], names: ["searchText"] }';
    throw new TypeError(`${where}: \`readsParameters[${index}]\` must be an object like ${form}.`);
  });
}

/** Returns the parameters that a method of a source applies, or undefined if the source does not state them. */
export function parametersReadBy(
  source: { readonly readsParameters?: readonly ParameterReads[] | undefined },
  method: ((...given: never) => unknown) | undefined,
): ReadonlySet<string> | undefined {
  // A method that does not exist applies nothing.
  if (method === undefined) return new Set();
  const stated = (source.readsParameters ?? []).filter(({ methods }) => methods.includes(method));
  return stated.length === 0 ? undefined : new Set(stated.flatMap(({ names }) => names));
}
