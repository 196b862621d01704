import { describeValue, suggestName } from '../internal/describe-value.ts';
import { ownMember, ownMembers } from '../internal/members.ts';
import type { ApiDeclaration } from './api.ts';
import { isAttribute } from './define-attribute.ts';
import { fieldsOf } from './fields-of.ts';
import type { Relationship } from './relationship.ts';

/** Returns the fields of a type in a declaration, and its id. */
function fieldNames(declaration: ApiDeclaration, type: string): readonly string[] {
  const names = (['attributes', 'relationships'] as const).flatMap((member) =>
    Object.keys(fieldsOf(declaration, type, member)),
  );
  return ['id', ...names];
}

/**
 * Reads the option `filter` or `sort` of a relationship. Returns the fields of the target that can follow in a path, or
 * undefined for all.
 *
 * @throws {TypeError} If the option is neither a boolean nor an array of fields of the target.
 */
export function readPaths(
  declaration: ApiDeclaration,
  where: string,
  option: 'filter' | 'sort',
  targets: readonly string[],
  given: unknown,
): readonly string[] | undefined {
  if (typeof given === 'boolean') return undefined;
  if (!Array.isArray(given) || given.length === 0) {
    throw new TypeError(
      `${where}: \`${option}\` must be true, false, or an array of fields of the related type, but it is ${describeValue(given)}.`,
    );
  }
  const [target = '', ...others] = targets;
  if (others.length > 0 && given.some((name) => name !== 'id')) {
    throw new TypeError(
      `${where}: \`${option}\` must be true or false, because a path cannot continue through a relationship with several target types.`,
    );
  }
  const known = fieldNames(declaration, target);
  for (const name of given) {
    if (known.includes(name)) continue;
    const hint = suggestName(String(name), known);
    throw new TypeError(
      `${where}: \`${option}\` contains ${describeValue(name)}, which is not a field of "${target}".${hint}`,
    );
  }
  return Object.freeze([...new Set<string>(given)]);
}

/** Returns the attributes of a type that records contain and clients can read. */
function shownAttributes(declaration: ApiDeclaration, type: string): readonly string[] {
  const attributes = Object.entries(fieldsOf(declaration, type, 'attributes'));
  return attributes
    .filter(([, declared]) => {
      if (!isAttribute(declared)) return true;
      const { compute, read = true } = declared.options;
      return compute === undefined && read;
    })
    .map(([name]) => name);
}

/** Returns the type at the end of a path of to-one relationships, or undefined if there is none. */
function endOf(declaration: ApiDeclaration, type: string, path: readonly string[]): string | undefined {
  let current = type;
  for (const name of path) {
    const step = ownMember(fieldsOf(declaration, current, 'relationships'), name) as Relationship | undefined;
    if (step?.kind !== 'to-one') return undefined;
    const [target, ...others] = step.targets;
    if (target === undefined || others.length > 0) return undefined;
    // The order would reveal the related resource.
    if (ownMembers(step.options).read === false) return undefined;
    current = target;
  }
  return current;
}

/**
 * Reads the default sort order of a type.
 *
 * @throws {TypeError} If an element is not a field to sort by.
 */
export function readDefaultSort(
  declaration: ApiDeclaration,
  type: string,
  keys: readonly string[],
): readonly { readonly field: string; readonly descending: boolean }[] {
  const sort = keys.map((key) => {
    const where = `defineApi: ${type}: \`defaultSort\``;
    if (typeof key !== 'string')
      throw new TypeError(`${where} must contain names of fields, but it contains ${describeValue(key)}.`);
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const steps = field.split('.');
    const name = steps.pop() as string;
    const end = endOf(declaration, type, steps);
    const attributes = end === undefined ? undefined : ['id', ...shownAttributes(declaration, end)];
    if (attributes?.includes(name) === true) return Object.freeze({ field, descending });
    throw new TypeError(
      `${where} contains ${describeValue(key)}, which is not \`id\`, an attribute, or an attribute behind to-one relationships.${suggestName(name, attributes ?? [])}`,
    );
  });
  return Object.freeze(sort);
}
