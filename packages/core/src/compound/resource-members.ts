import type { AdditionalMembers } from '../document/additional-members.ts';
import type { RelationshipLinks, ResourceLinks } from '../document/links-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import type { Api } from '../schema/api.ts';
import type { RelationshipName, TypeName } from '../schema/infer.ts';
import { breach } from './breach.ts';
import { checkJson, checkMeta } from './check-json.ts';
import { checkLinks } from './check-links.ts';
import { flatLinks } from './flat-text.ts';
import type { ResourceRecord } from './record.ts';

/** What a relationship object carries beside its linkage, made from the record of its resource. */
export interface RelationshipMembers<Given> {
  meta?(record: Given): MetaObject | undefined;
  /** Links beside those that the URLs give, for instance of pages. */
  links?(record: Given): RelationshipLinks | undefined;
}

/** What resource objects of a type carry beside their fields, made from their record. */
export interface ResourceMembers<A extends Api, Type extends TypeName<A>> {
  meta?(record: ResourceRecord<A, Type>): MetaObject | undefined;
  /** Links beside those that the URLs give; one of the same name takes their place. */
  links?(record: ResourceRecord<A, Type>): ResourceLinks | undefined;
  /** At-members, and members of applied extensions. */
  additional?(record: ResourceRecord<A, Type>): AdditionalMembers | undefined;
  readonly relationships?: {
    readonly [Name in RelationshipName<A, Type>]?: RelationshipMembers<ResourceRecord<A, Type>>;
  };
}

/** Functions that give members, with the types of one API taken off. */
export interface AnyResourceMembers extends AnyMembers {
  additional?(record: object): AdditionalMembers | undefined;
  readonly relationships?: { readonly [name: string]: AnyMembers | undefined };
}

interface AnyMembers {
  meta?(record: object): MetaObject | undefined;
  links?(record: object): object | undefined;
}

/** What a table says of a name; names may be those of members that every object inherits. */
export function membersFor<Members>(
  table: Readonly<Record<string, Members | undefined>> | undefined,
  name: string,
): Members | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * Adds to an object of a document what these functions make of a record.
 *
 * @throws {TypeError} It would break the specification; `where` begins the message.
 */
function addMembers(
  made: Record<string, unknown>,
  given: AnyMembers,
  record: object,
  level: 'A resource' | 'A relationship',
  where: string,
  finish: <Made extends object>(object: Made) => Made,
): void {
  const links = given.links?.(record);
  if (links !== undefined) {
    checkLinks(links, level, `${where}: links`);
    made.links = finish({ ...(made.links as object | undefined), ...flatLinks(links) });
  }
  const meta = given.meta?.(record);
  if (meta === undefined) return;
  checkMeta(meta, `${where}: meta`);
  made.meta = meta;
}

/** A relationship object with what the application adds to it; undefined when there is nothing at all. */
export function withRelationshipMembers<Relationship extends object>(
  object: Relationship | undefined,
  given: AnyMembers,
  record: object,
  where: string,
  finish: <Made extends object>(object: Made) => Made,
): Relationship | undefined {
  const made: Record<string, unknown> = { ...object };
  addMembers(made, given, record, 'A relationship', where, finish);
  return Object.keys(made).length === 0 ? undefined : (finish(made) as Relationship);
}

/** A resource object with what the application adds to it. */
export function withResourceMembers<Resource extends object>(
  object: Resource,
  given: AnyResourceMembers,
  record: object,
  where: string,
  finish: <Made extends object>(object: Made) => Made,
): Resource {
  const made = { ...object } as Record<string, unknown>;
  addMembers(made, given, record, 'A resource', where, finish);
  const additional = given.additional?.(record) ?? {};
  for (const [name, member] of Object.entries(additional)) {
    if (!isAtMember(name) && !isExtensionMemberName(name)) {
      throw breach('defined-members', `${where}: ${JSON.stringify(name)} is neither @name nor namespace:name.`);
    }
    if (member !== undefined) checkJson(member, `${where}: ${name}`);
    made[name] = member;
  }
  return finish(made) as Resource;
}
