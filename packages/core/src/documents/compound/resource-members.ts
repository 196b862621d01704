import { ruleViolation } from '../../error/rule-violation.ts';
import { type Finish, unchanged } from '../../internal/finish.ts';
import { flatLinks } from '../../internal/flat-string.ts';
import { jsonCopy } from '../../internal/json-copy.ts';
import { isObject, ownMember, ownMembers } from '../../internal/members.ts';
import type { Api } from '../../schema/api.ts';
import type { RelationshipName, TypeName } from '../../schema/infer.ts';
import type {
  AdditionalMembers,
  MetaObject,
  RelationshipLinks,
  ResourceLinks,
} from '../../spec/document/links-object.ts';
import { isExtensionMemberName } from '../../spec/member/member-name.ts';
import type { ResourceRecord } from '../record/record.ts';
import { type AppliedExtensions, checkAdditional, copyMeta } from './check-json.ts';
import { checkLinks, checkPaginationLinks } from './check-links.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import { linkagePrefix } from './wrong-linkage.ts';

/** Additional members of a relationship object, created from the record of its resource. */
export interface RelationshipMembers<Given> {
  meta?(record: Given): MetaObject | undefined;
  /** Links besides those of the URLs, for example pagination links. */
  links?(record: Given): RelationshipLinks | undefined;
  /** At-members, and members of applied extensions. */
  additional?(record: Given): AdditionalMembers | undefined;
}

/** A related resource, as the function `identifierMeta` receives it. */
export interface IdentifiedResource<Given> {
  readonly id: string;
  /** Undefined if the linkage was created from an id or from an identifier, so that no record is loaded. */
  readonly record: Given | undefined;
}

/** Additional members of the resource objects of a type, created from their record. */
export interface ResourceMembers<A extends Api, Type extends TypeName<A>> {
  meta?(record: ResourceRecord<A, Type>): MetaObject | undefined;
  /** Links besides those of the URLs. A link with the same name replaces the link of the URLs. */
  links?(record: ResourceRecord<A, Type>): ResourceLinks | undefined;
  /** At-members, and members of applied extensions. */
  additional?(record: ResourceRecord<A, Type>): AdditionalMembers | undefined;
  /** The meta object of each identifier of this type, besides the meta of the identifier itself. */
  identifierMeta?(resource: IdentifiedResource<ResourceRecord<A, Type>>): MetaObject | undefined;
  readonly relationships?: {
    readonly [Name in RelationshipName<A, Type>]?: RelationshipMembers<ResourceRecord<A, Type>>;
  };
}

/** Functions that return members, without the types of an API. */
export interface AnyResourceMembers extends AnyMembers {
  identifierMeta?(resource: IdentifiedResource<object>): MetaObject | undefined;
  readonly relationships?: { readonly [name: string]: AnyMembers | undefined };
}

interface AnyMembers {
  meta?(record: object): MetaObject | undefined;
  links?(record: object): object | undefined;
  additional?(record: object): AdditionalMembers | undefined;
}

/** Returns the own entry of a table for a name. Names can equal the names of members that every object inherits. */
export function membersFor<Members>(
  table: Readonly<Record<string, Members | undefined>> | undefined,
  name: string,
): Members | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The settings that all members of a document share. */
interface MembersContext {
  readonly extensions: AppliedExtensions;
  /** Whether to freeze created objects. */
  readonly frozen: boolean;
}

/**
 * Returns an object of a document with the results of the application's functions: links, meta, at-members, and members of extensions.
 *
 * @param where The name of the object, for error messages.
 * @throws {TypeError} If a result would violate the specification.
 */
function addMembers(
  { extensions, frozen }: MembersContext,
  object: object | undefined,
  functions: AnyMembers,
  record: object,
  level: 'A resource' | 'A relationship',
  where: string,
): object {
  const finish: Finish = frozen ? Object.freeze : unchanged;
  const members: Record<string, unknown> = { ...object };
  const links: unknown = functions.links?.(record);
  if (links !== undefined) {
    const copy = jsonCopy(links, unchanged);
    checkLinks(copy, level, `${where}: links`, extensions);
    members.links = finish({ ...(ownMember(members, 'links') as object | undefined), ...flatLinks(copy) });
  }
  const meta: unknown = functions.meta?.(record);
  if (meta !== undefined) members.meta = copyMeta(meta, `${where}: meta`, finish);
  const additional: unknown = functions.additional?.(record);
  if (additional !== undefined && additional !== null) {
    const copy = jsonCopy(additional, finish);
    checkAdditional(copy, `${where}: the result of \`additional\``, extensions);
    Object.assign(members, copy);
  }
  return finish(members);
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
  checkPaginationLinks(links, toMany, `${where}: links`, 'the data of a to-one relationship');
  if (data !== undefined || meta !== undefined) return;
  if (Object.keys(links).some((name) => name === 'self' || name === 'related' || isExtensionMemberName(name))) return;
  throw ruleViolation(
    'relationship-links',
    `${where}: links must contain self or related, because the relationship has neither data nor meta.`,
  );
}

/** Returns a relationship object with the members that the application adds, or undefined if it would be empty. */
export function withRelationshipMembers<Relationship extends object>(
  context: MembersContext,
  object: Relationship | undefined,
  functions: AnyMembers,
  record: object,
  type: string,
  id: string,
  plan: RelationshipPlan,
): Relationship | undefined {
  const where = linkagePrefix(type, id, plan);
  const members = addMembers(context, object, functions, record, 'A relationship', where);
  const own = ownMembers(members);
  // A relationship without data and meta requires a link or a member of an extension.
  const isBare = own['data'] === undefined && own['meta'] === undefined && Object.keys(own['links'] ?? {}).length === 0;
  if (isBare && !Object.keys(members).some(isExtensionMemberName)) return undefined;
  checkRelationship(own, plan, where);
  return members as Relationship;
}

/** Returns a resource object with the members that the application adds. */
export function withResourceMembers<Resource extends object>(
  context: MembersContext,
  object: Resource,
  functions: AnyResourceMembers,
  record: object,
  type: string,
  id: string,
): Resource {
  return addMembers(context, object, functions, record, 'A resource', `"${type}" ${JSON.stringify(id)}`) as Resource;
}

/**
 * Returns the meta object of an identifier from its type and the resource that it refers to. `where` names it in error
 * messages.
 */
export type IdentifierMeta = (
  type: string,
  resource: IdentifiedResource<object>,
  where: () => string,
) => MetaObject | undefined;

/**
 * Returns the `identifierMeta` functions of all types as one function, or undefined if no type has one, so that nothing
 * is called in vain.
 */
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
    return meta === undefined ? undefined : copyMeta(meta, `${where()}: the result of \`identifierMeta\``, unchanged);
  };
}
