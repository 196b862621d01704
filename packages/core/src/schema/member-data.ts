import { frozenMap } from '../internal/freeze.ts';
import { memberOf, ownMembers } from '../internal/members.ts';
import type { ApiDeclaration, AttributeDefinition } from './api.ts';
import { isAsynchronous } from './asynchronous-schema.ts';
import type { Attribute } from './attribute.ts';
import { defineAttribute, isAttribute, rejectOption } from './define-attribute.ts';
import { fieldsOf } from './fields-of.ts';
import type { MemberData, Relationship, ToManyOptions } from './relationship.ts';

/** The member of `meta` of an identifier that contains its position on a page. */
export const PAGE_MEMBER = 'page';

function defineMember(owner: string, name: string, declared: MemberData[string]): AttributeDefinition {
  const where = `defineApi: \`${owner}\`: \`member.${name}\``;
  if (name === PAGE_MEMBER)
    throw new TypeError(`${where} must have another name, because \`meta.page\` of an identifier contains its cursor.`);
  const definition = defineAttribute(owner, name, declared);
  const { compute, read, sort, nulls, filter, onDemand, from } = isAttribute(declared)
    ? declared.options
    : ({} as Attribute['options']);
  rejectOption(where, 'it is the data of a member', {
    compute,
    sort,
    nulls,
    filter,
    onDemand,
    from,
    read: read === false,
  });
  if (typeof definition.write !== 'boolean')
    throw new TypeError(`${where}: \`write\` must be true or false, because it is the data of a member.`);
  if (isAsynchronous(definition.schema))
    throw new TypeError(`${where} must not have an asynchronous schema, because it is the data of a member.`);
  return definition;
}

/**
 * Returns the data of each membership of a to-many relationship.
 *
 * @param owner The type and the name of the relationship, for error messages.
 * @throws {TypeError} If it is invalid, or another relationship has the same links without this data.
 */
export function readMember(
  declaration: ApiDeclaration,
  owner: string,
  { targets }: Relationship,
  inverse: string | undefined,
  declared: MemberData,
): ReadonlyMap<string, AttributeDefinition> {
  const names = Object.keys(declared);
  for (const target of inverse === undefined ? [] : targets) {
    const other = memberOf(fieldsOf(declaration, target, 'relationships'), inverse as string);
    const { member: others = {} } = ownMembers(ownMembers(other as Relationship).options) as ToManyOptions;
    if (Object.keys(others).length !== names.length || !names.every((name) => Object.hasOwn(others, name)))
      throw new TypeError(
        `defineApi: \`${owner}\` and \`${target}.${inverse}\` must have the same names in \`member\`, because they contain the same links.`,
      );
  }
  return frozenMap(names.map((name) => [name, defineMember(owner, name, declared[name] as MemberData[string])]));
}
