import { describeValue } from '../internal/describe-value.ts';
import { frozenMap } from '../internal/freeze.ts';
import { isObject } from '../internal/members.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { AttributeDefinition, ResourceType } from './api.ts';
import { others, strings } from './asynchronous-schema.ts';
import { accepts, readOperators } from './filter-operator.ts';
import type { MemberPlace } from './member-place.ts';
import { partOf, schemaOfPart } from './part-schema.ts';
import { resultAtOnce } from './schema-result.ts';
import type { StandardSchema } from './standard-schema.ts';

/** Returns the type of the values of a member: undefined, if the schema has no such member. */
function typeOf(schema: StandardSchema): MemberPlace['type'] | undefined {
  const types = ['string', 'number', 'boolean'] as const;
  const takes = (type: string): boolean =>
    [...strings, ...others].some((value) => typeof value === type && accepts(schema, value, () => true));
  // An enum accepts none of the examples. If the schema has the member, it has an issue with a function, which is no JSON.
  return types.find(takes) ?? (resultAtOnce(schema, takes)?.issues?.length ? 'string' : undefined);
}

/**
 * Reads the option `filter` of an attribute with objects: the definition of each member, by its path.
 *
 * @throws {TypeError} If the schema has no such member, or its operators are invalid.
 */
export function readFilterMembers(
  where: string,
  attribute: Pick<AttributeDefinition, 'name' | 'schema'>,
  option: unknown,
): ReadonlyMap<string, AttributeDefinition> | undefined {
  if (!isObject(option)) return undefined;
  const { name } = attribute;
  const members = Object.entries(option).map(([member, given]) => {
    const path = member.split('.');
    const schema = schemaOfPart(attribute.schema, path);
    const type = path.every(isMemberName) && typeOf(schema);
    if (!type)
      throw new TypeError(
        `${where}: \`filter\` contains ${describeValue(member)}, which is not a member of its schema.`,
      );
    const place: MemberPlace = Object.freeze({ attribute: name, path: Object.freeze(path), type });
    const operators = readOperators(`${where}.${member}`, given, schema);
    return [
      member,
      Object.freeze({
        ...{ name: `${name}.${member}`, from: name, schema, place, operators },
        ...{ read: true, write: false, onDemand: false, sort: false, nulls: undefined, filter: true },
        ...{ encode: undefined, compute: undefined, needs: [], members: undefined },
      }),
    ] as const;
  });
  if (members.length === 0) throw new TypeError(`${where}: \`filter\` must name a member.`);
  return frozenMap(members);
}

/** Returns the attribute of a type with a name, or the member of an object that `filter` accepts, such as `data.city`. */
export function attributeAt({ attributes }: ResourceType, field: string): AttributeDefinition | undefined {
  const dot = field.indexOf('.');
  return dot < 0 ? attributes.get(field) : attributes.get(field.slice(0, dot))?.members?.get(field.slice(dot + 1));
}

/** Returns the value of a member in the value of its attribute: null if it is absent, or has another type than the schema says. */
export function memberValue({ path, type }: MemberPlace, value: unknown): unknown {
  const member = partOf(value, path);
  return typeof member === type ? member : null;
}
