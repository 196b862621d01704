import type { AdditionalMembers } from '../document/additional-members.ts';
import type { RelationshipLinks, ResourceLinks } from '../document/links-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { breach } from '../error/breach.ts';
import { asMade, type Finish } from '../internal/finish.ts';
import { flatLinks } from '../internal/flat-text.ts';
import { isObject } from '../internal/is-object.ts';
import { jsonCopy } from '../internal/json-copy.ts';
import { isAtMember } from '../member/at-member.ts';
import { isExtensionMemberName } from '../member/extension-member.ts';
import type { ResourceRecord } from '../record/record.ts';
import type { Api } from '../schema/api.ts';
import type { RelationshipName, TypeName } from '../schema/infer.ts';
import { checkJson, checkObject, settleMeta } from './check-json.ts';
import { checkLinks, checkPages } from './check-links.ts';
import type { RelationshipPlan } from './relationship-plan.ts';

/** What a relationship object carries beside its linkage, made from the record of its resource. */
export interface RelationshipMembers<Given> {
  meta?(record: Given): MetaObject | undefined;
  /** Links beside those that the URLs give, for instance of pages. */
  links?(record: Given): RelationshipLinks | undefined;
  /** At-members, and members of applied extensions. */
  additional?(record: Given): AdditionalMembers | undefined;
}

/** A resource that an identifier of resource linkage names. */
export interface DeserializedResource<Given> {
  readonly id: string;
  /** Undefined where the linkage was read from an id or from an identifier, so that no record is there. */
  readonly record: Given | undefined;
}

/** What resource objects of a type carry beside their fields, made from their record. */
export interface ResourceMembers<A extends Api, Type extends TypeName<A>> {
  meta?(record: ResourceRecord<A, Type>): MetaObject | undefined;
  /** Links beside those that the URLs give; one of the same name takes their place. */
  links?(record: ResourceRecord<A, Type>): ResourceLinks | undefined;
  /** At-members, and members of applied extensions. */
  additional?(record: ResourceRecord<A, Type>): AdditionalMembers | undefined;
  /** Meta of each identifier object that names a resource of this type, beside the meta that the identifier has. */
  identifierMeta?(resource: DeserializedResource<ResourceRecord<A, Type>>): MetaObject | undefined;
  readonly relationships?: {
    readonly [Name in RelationshipName<A, Type>]?: RelationshipMembers<ResourceRecord<A, Type>>;
  };
}

/** Functions that give members, with the types of one API taken off. */
export interface AnyResourceMembers extends AnyMembers {
  identifierMeta?(resource: DeserializedResource<object>): MetaObject | undefined;
  readonly relationships?: { readonly [name: string]: AnyMembers | undefined };
}

interface AnyMembers {
  meta?(record: object): MetaObject | undefined;
  links?(record: object): object | undefined;
  additional?(record: object): AdditionalMembers | undefined;
}

/** What a table says of a name; names may be those of members that every object inherits. */
export function membersFor<Members>(
  table: Readonly<Record<string, Members | undefined>> | undefined,
  name: string,
): Members | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Where these functions add members: the level of the object, and how messages name it. */
interface Target {
  readonly level: 'A resource' | 'A relationship';
  readonly where: string;
  readonly finish: Finish;
}

/** Returns checked links that functions of the application give, or undefined if they give none. */
function linksFrom({ links }: AnyMembers, record: object, { level, where, finish }: Target): object | undefined {
  const given: unknown = links?.(record);
  if (given === undefined) return undefined;
  const copy = jsonCopy(given, asMade);
  checkLinks(copy, level, `${where}: links`);
  return finish(flatLinks(copy));
}

/** Returns a checked meta object that functions of the application give, or undefined if they give none. */
function metaFrom(given: AnyMembers, record: object, { where, finish }: Target): MetaObject | undefined {
  const meta: unknown = given.meta?.(record);
  return meta === undefined ? undefined : settleMeta(meta, `${where}: meta`, finish);
}

/** Adds at-members and members of extensions to an object of a document. */
function addAdditional(made: Record<string, unknown>, given: AnyMembers, record: object, target: Target): void {
  const { where, finish } = target;
  const result: unknown = given.additional?.(record);
  if (result === undefined || result === null) return;
  const additional = jsonCopy(result, finish);
  checkObject(additional, 'defined-members', `${where}: the result of additional`);
  for (const [name, member] of Object.entries(additional)) {
    if (!isAtMember(name) && !isExtensionMemberName(name)) {
      throw breach('defined-members', `${where}: ${JSON.stringify(name)} is neither @name nor namespace:name.`);
    }
    checkJson(member, `${where}: ${name}`);
    made[name] = member;
  }
}

/** Adds what functions of the application give to an object of a document. */
function addMembers(made: Record<string, unknown>, given: AnyMembers, record: object, target: Target): void {
  const links = linksFrom(given, record, target);
  if (links !== undefined) made.links = target.finish({ ...(made.links as object | undefined), ...links });
  const meta = metaFrom(given, record, target);
  if (meta !== undefined) made.meta = meta;
  addAdditional(made, given, record, target);
}

/**
 * Checks the links of a relationship object against the members beside them: pagination links require to-many, and links
 * alone require `self`, `related`, or a member of an extension.
 */
function checkRelationship(
  { links, data, meta }: Readonly<Record<string, unknown>>,
  { toMany }: RelationshipPlan,
  where: string,
): void {
  if (!isObject(links)) return;
  checkPages(links, toMany, `${where}: links`, 'the data of a to-one relationship');
  if (data !== undefined || meta !== undefined) return;
  if (Object.keys(links).some((name) => name === 'self' || name === 'related' || isExtensionMemberName(name))) return;
  throw breach(
    'relationship-links',
    `${where}: links must contain self or related, because the relationship has neither data nor meta.`,
  );
}

/** A relationship object with what the application adds to it; undefined when there is nothing at all. */
export function withRelationshipMembers<Relationship extends object>(
  object: Relationship | undefined,
  given: AnyMembers,
  record: object,
  plan: RelationshipPlan,
  where: string,
  finish: Finish,
): Relationship | undefined {
  const made: Record<string, unknown> = { ...object };
  addMembers(made, given, record, { level: 'A relationship', where, finish });
  const { links, data, meta } = made;
  // A relationship without data and meta needs links, of which it has one at least, or a member of an extension.
  const isBare = data === undefined && meta === undefined && Object.keys(links ?? {}).length === 0;
  if (isBare && !Object.keys(made).some(isExtensionMemberName)) return undefined;
  checkRelationship(made, plan, where);
  return finish(made) as Relationship;
}

/** A resource object with what the application adds to it. */
export function withResourceMembers<Resource extends object>(
  object: Resource,
  given: AnyResourceMembers,
  record: object,
  where: string,
  finish: Finish,
): Resource {
  const made = { ...object } as Record<string, unknown>;
  addMembers(made, given, record, { level: 'A resource', where, finish });
  return finish(made) as Resource;
}

/** Gives the meta object of an identifier: from its type, from the resource that it names, and for messages. */
export type IdentifierMeta = (
  type: string,
  resource: DeserializedResource<object>,
  where: () => string,
) => MetaObject | undefined;

/** What `identifierMeta` of some types comes to; undefined if no type has it, so that nothing is asked in vain. */
export function identifierMetaOf(
  resources: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined,
): IdentifierMeta | undefined {
  if (resources === undefined) return undefined;
  const byType = new Map(
    Object.entries(resources).flatMap(([type, its]) =>
      its?.identifierMeta === undefined ? [] : [[type, its] as const],
    ),
  );
  if (byType.size === 0) return undefined;
  return (type, resource, where) => {
    const meta: unknown = byType.get(type)?.identifierMeta?.(resource);
    return meta === undefined ? undefined : settleMeta(meta, `${where()} the result of identifierMeta`, asMade);
  };
}
