import type { TypeFacts } from '../../facts/type-facts.ts';
import { canonical, identityOf, type Json, listOf, show } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';

/** Returns the names of attributes and relationships, without at-members. */
export function fieldsOf(resource: Json): readonly string[] {
  const { attributes = {}, relationships = {} } = resource ?? {};
  return [...Object.keys(attributes), ...Object.keys(relationships)].filter((name) => !name.startsWith('@'));
}

/** Returns the names of the fields that any of the resources has. */
export function namesIn(data: Json): readonly string[] {
  return [...new Set(listOf(data).flatMap(fieldsOf))].sort();
}

/** Fails if resources of a type have other fields than these. */
export function expectOnly(resources: readonly Json[], type: string, wanted: readonly string[]): void {
  const own = resources.filter((resource) => resource?.type === type);
  if (own.length === 0) undecided(`The document contains no resource of the type "${type}".`);
  const more = own.flatMap(fieldsOf).filter((name) => !wanted.includes(name));
  if (more.length > 0) fail(`no fields but ${show(wanted)}`, `a resource also has ${show([...new Set(more)])}`);
}

/** Returns the name of an attribute. */
export function attributeOf({ attributes }: TypeFacts): string {
  return attributes.at(0) ?? undecided('No attribute is known.');
}

/** Returns the identities and the names of fields in a document, in any order. */
export function contentOf({ data, included }: Json): string {
  const keysOf = (list: Json) => listOf(list).map((each) => `${identityOf(each)} ${fieldsOf(each).toSorted()}`);
  return canonical([keysOf(data).sort(), keysOf(included).sort()]);
}
