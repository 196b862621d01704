import { isObject } from '@linkage/core/internal';
import { member, schemaText } from '../schema/json-schema.ts';

/** One way to authenticate: the texts of its schemes, each with its scopes. Without schemes, requests need no credentials. */
export type Requirement = ReadonlyMap<string, ReadonlySet<unknown>>;

/**
 * Returns the ways to authenticate that a requirement lists. Schemes are identified by their content, because their names do not
 * affect clients. An absent or empty list means no credentials.
 */
export function requirementsOf(security: unknown, document: object): readonly Requirement[] {
  const schemes = member(member(document, 'components'), 'securitySchemes');
  const textOf = (name: string): string => {
    const scheme = member(schemes, name);
    return scheme === undefined ? name : schemaText(scheme);
  };
  const list = Array.isArray(security) && security.length > 0 ? security : [{}];
  return list
    .filter(isObject)
    .map(
      (requirement) =>
        new Map(
          Object.entries(requirement).map(([name, scopes]) => [
            textOf(name),
            new Set(Array.isArray(scopes) ? scopes : []),
          ]),
        ),
    );
}

/** Whether every request that meets one of the first requirements also meets one of the second ones. */
export function isMetBy(first: readonly Requirement[], second: readonly Requirement[]): boolean {
  return first.every((given) =>
    second.some((needed) =>
      [...needed].every(([scheme, scopes]) => {
        const has = given.get(scheme);
        return has !== undefined && [...scopes].every((scope) => has.has(scope));
      }),
    ),
  );
}
