import { describeValue } from '../internal/describe-value.ts';
import { frozenMap } from '../internal/freeze.ts';
import type { Api, ApiDeclaration, AttributeDefinition, RelationshipDefinition, ResourceType } from './api.ts';
import type { Attribute } from './attribute.ts';
import { computedFromRow, isAttribute } from './define-attribute.ts';
import { fieldsOf } from './fields-of.ts';
import type { TypeName } from './infer.ts';
import type { Relationship } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The members of a row that contain a field. */
export type RowMember<Fields, Name extends keyof Fields> = Fields[Name] extends {
  readonly options: { readonly from: infer From extends string | readonly string[] };
}
  ? From extends string
    ? From
    : From[number]
  : Name;

/** The member of a row that contains the id. */
export type IdMember<A extends Api, Type extends TypeName<A>> = A['declaration'][Type] extends {
  readonly id: infer Name extends string;
}
  ? Name
  : 'id';

/** The members of a row that contain a field: one, or several for a relationship. */
type RowNames = readonly [string, ...string[]];
type Declared = Readonly<Record<string, StandardSchema | Attribute | Relationship>>;

/** Returns the members of a row that contain each field of a type, without those that have the name of their field. */
export function rowNamesOf(declaration: ApiDeclaration, type: string): ReadonlyMap<string, RowNames> {
  const names = new Map<string, RowNames>();
  for (const member of ['attributes', 'relationships'] as const) {
    for (const [name, declared] of Object.entries(fieldsOf(declaration, type, member) as Declared)) {
      if (member === 'attributes' && !isAttribute(declared as Attribute)) continue;
      const { from } = (declared as Attribute | Relationship).options;
      if (from !== undefined && from !== name) names.set(name, (typeof from === 'string' ? [from] : from) as RowNames);
    }
  }
  return names;
}

/**
 * Checks the names of a type's rows.
 *
 * @throws {TypeError} If `from` is neither a name nor a list of names, or two fields that requests can write have one member.
 */
function checkRowNames(
  { name: type, attributes, relationships }: ResourceType,
  names: ReadonlyMap<string, RowNames>,
): void {
  const columns = new Map<string, string>();
  for (const { name, write } of [...attributes.values(), ...relationships.values()]) {
    const from: readonly unknown[] = names.get(name) ?? [name];
    if (!Array.isArray(from) || from.length === 0 || from.some((it) => typeof it !== 'string' || it === ''))
      throw new TypeError(
        `defineApi: ${type}.${name}: \`from\` must be a name or a non-empty array of names, but it is ${describeValue(from.length === 1 ? from[0] : from)}.`,
      );
    const column = from.at(-1) as string;
    const other = columns.get(column);
    if (write === false) continue;
    if (other !== undefined)
      throw new TypeError(
        `defineApi: \`${type}.${name}\` and \`${type}.${other}\` must not have the same member \`${column}\` of a row, because requests can write both.`,
      );
    columns.set(column, name);
  }
}

/** Returns the name of the member of a row that contains the id. */
export function idNameOf(declaration: ApiDeclaration, type: string): string {
  const given: { readonly id?: string } = declaration[type] as ApiDeclaration[string];
  return Object.hasOwn(given, 'id') ? (given.id ?? 'id') : 'id';
}

function typeOfRows(declaration: ApiDeclaration, type: ResourceType): ResourceType {
  const names = rowNamesOf(declaration, type.name);
  const attributes = [...type.attributes].map(([name, attribute]): [string, AttributeDefinition] => [
    name,
    Object.freeze({ ...computedFromRow(attribute, names), from: names.get(name)?.at(0) ?? name }),
  ]);
  const relationships = [...type.relationships].map(([name, relationship]): [string, RelationshipDefinition] => [
    name,
    Object.freeze({ ...relationship, from: names.get(name) }),
  ]);
  const id = idNameOf(declaration, type.name);
  return Object.freeze({
    ...type,
    attributes: frozenMap(attributes),
    relationships: frozenMap(relationships),
    idFrom: id === 'id' ? undefined : id,
  });
}

/**
 * Returns an API whose records are rows. All that differs is where a field is read, so nothing is slower if no name differs: then, the
 * result is undefined.
 *
 * @throws {TypeError} If the names of rows are invalid.
 */
export function rowsOf(declaration: ApiDeclaration, types: ReadonlyMap<string, ResourceType>): Api | undefined {
  let differs = false;
  for (const type of types.values()) {
    const names = rowNamesOf(declaration, type.name);
    if (names.size > 0) checkRowNames(type, names);
    const id = idNameOf(declaration, type.name);
    if (id === '') throw new TypeError(`defineApi: ${type.name}: \`id\` must be the name of a member of a row.`);
    differs ||= names.size > 0 || id !== 'id';
  }
  if (!differs) return undefined;
  const ofRows = [...types].map(([name, type]): [string, ResourceType] => [name, typeOfRows(declaration, type)]);
  return Object.freeze({ declaration, types: frozenMap(ofRows) });
}
