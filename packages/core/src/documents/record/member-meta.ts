import { memberOf, setOwn } from '../../internal/members.ts';
import type { AttributeDefinition } from '../../schema/api.ts';
import { PAGE_MEMBER } from '../../schema/member-data.ts';
import { resultAtOnce } from '../../schema/schema-result.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import { defaultValue } from './default-value.ts';
import { encodedValue } from './encoded-value.ts';

/** The declared data of each membership of a relationship, by name. */
export type MemberFields = ReadonlyMap<string, AttributeDefinition>;

/**
 * Returns `meta` of an identifier as documents contain it: the declared data of the membership, and the position on a page. Nothing else that
 * a source returns becomes part of a document.
 *
 * @throws {Error} If a function `encode` throws.
 */
export function memberDataIn(
  fields: MemberFields,
  meta: MetaObject | undefined,
  type: string,
  id: string,
): MetaObject | undefined {
  if (meta === undefined) return undefined;
  const shown: Record<string, unknown> = {};
  const page = memberOf(meta, PAGE_MEMBER);
  for (const field of fields.values()) {
    const value = encodedValue(field, type, id, memberOf(meta, field.name));
    if (value !== undefined) setOwn(shown, field.name, value);
  }
  if (page !== undefined) shown[PAGE_MEMBER] = page;
  return Object.keys(shown).length === 0 ? undefined : shown;
}

/** Returns the data of a new membership: with the defaults of the schemas for what the request does not contain. */
export function newMemberMeta(fields: MemberFields, meta: MetaObject | undefined): MetaObject {
  const data: Record<string, unknown> = {};
  for (const field of fields.values()) {
    const given = meta && memberOf(meta, field.name);
    const value = given === undefined ? defaultValue(field) : given;
    if (value !== undefined) setOwn(data, field.name, value);
  }
  return data;
}

/** Returns the names of the data that a new member must have: requests can set it, and its schema has no default. */
export function requiredMember(fields: MemberFields): readonly string[] {
  return [...fields.values()].flatMap(({ name, schema, write }) =>
    write === true && resultAtOnce(schema, undefined)?.issues !== undefined ? [name] : [],
  );
}
