import { suggestName } from '../internal/describe-value.ts';
import type { ApiDeclaration } from './api.ts';
import { fieldsOf } from './fields-of.ts';
import type { Relationship } from './relationship.ts';

/** The names of inverse relationships, by type and then by relationship. */
export type Inverses = ReadonlyMap<string, ReadonlyMap<string, string>>;

function declaredOn(declaration: ApiDeclaration, type: string): Readonly<Record<string, Relationship>> {
  return fieldsOf(declaration, type, 'relationships') as Readonly<Record<string, Relationship>>;
}

function addInverse(inverses: Map<string, Map<string, string>>, type: string, name: string, inverse: string): void {
  const ofType = inverses.get(type) ?? new Map<string, string>();
  const known = ofType.get(name) ?? inverse;
  if (known !== inverse) {
    throw new TypeError(
      `defineApi: relationship \`${type}.${name}\` must have one inverse, but both \`${known}\` and \`${inverse}\` are declared.`,
    );
  }
  inverses.set(type, ofType.set(name, inverse));
}

/**
 * Returns the inverse of each relationship that has one: as its `inverse` says, or as the inverse relationship says.
 *
 * @throws {TypeError} If a target type does not have the relationship, or the relationship does not lead back.
 */
export function readInverses(declaration: ApiDeclaration): Inverses {
  const inverses = new Map<string, Map<string, string>>();
  for (const type of Object.keys(declaration)) {
    for (const [name, declared] of Object.entries(declaredOn(declaration, type))) {
      const inverse: unknown = declared?.options?.inverse;
      // `defineApi` reports targets that are not an array.
      if (typeof inverse !== 'string' || !Array.isArray(declared.targets)) continue;
      for (const target of declared.targets) {
        const others = declaredOn(declaration, target);
        const where = `defineApi: relationship \`${type}.${name}\`: \`inverse\``;
        if (!Object.hasOwn(others, inverse)) {
          const hint = suggestName(inverse, Object.keys(others));
          throw new TypeError(`${where}: type "${target}" does not have a relationship "${inverse}".${hint}`);
        }
        if (others[inverse]?.targets?.includes?.(type) !== true)
          throw new TypeError(`${where}: relationship \`${target}.${inverse}\` must have the target "${type}".`);
        addInverse(inverses, type, name, inverse);
        addInverse(inverses, target, inverse, name);
      }
    }
  }
  return inverses;
}
