import type {
  Api,
  AttributeName,
  MetaObject,
  RelationshipLinks,
  RelationshipName,
  ResourceLinks,
  StoredRelationshipName,
  TopLevelLinks,
  TypeName,
} from '@linkage/core';
import type { KindOf } from '@linkage/core/internal';
import type { SubjectRecord } from '../../rules/subject-record.ts';
import type { MemberFacts } from './added-members.ts';

/** The to-one relationships of a type. */
export type ToOneName<A extends Api, Type extends TypeName<A>> = {
  [Name in StoredRelationshipName<A, Type>]: 'to-one' extends KindOf<A, Type, Name> ? Name : never;
}[StoredRelationshipName<A, Type>];

/** The document to which an application adds members. */
export interface DocumentFacts<Context = unknown> extends MemberFacts<Context> {
  /** The kind of URL. */
  readonly kind: 'collection' | 'mixed' | 'resource' | 'related' | 'relationship' | 'endpoint';
  /** The resource type at the beginning of the URL; of a collection of several types (`mixed`), its name. Undefined for endpoints. */
  readonly type: string | undefined;
  /** The relationship in the URL. */
  readonly relationship: string | undefined;
}

/** Functions that return the top-level members of documents. Called for each document without errors. */
export interface DocumentMembers<Context = unknown> {
  readonly meta?: (facts: DocumentFacts<Context>) => MetaObject | undefined;
  /** Links besides those of the server, which have priority. */
  readonly links?: (facts: DocumentFacts<Context>) => TopLevelLinks | undefined;
}

/** Functions that return the members of relationship objects, from the record of their resource. */
export interface RelationshipObjectMembers<Given = object, Context = unknown> {
  readonly meta?: (record: Given, facts: MemberFacts<Context>) => MetaObject | undefined;
  /** Links besides those of the server. A `self` or `related` link replaces that of the server. */
  readonly links?: (record: Given, facts: MemberFacts<Context>) => RelationshipLinks | undefined;
}

/**
 * Functions that return the members of resource objects of a type, primary or included. They receive the id and the
 * fields in `needs`, in the form that rules receive, whatever the request selects and the source returns.
 */
export interface ResourceObjectMembers<A extends Api = Api, Type extends TypeName<A> = TypeName<A>, Context = unknown> {
  /**
   * The attributes, and the to-one relationships that records contain, that the functions read. They are not called for a resource of which the user cannot read one of them. Default: none, so that a
   * record contains its id alone.
   */
  readonly needs?: readonly (AttributeName<A, Type> | (RelationshipName<A, Type> & ToOneName<A, Type>))[] | undefined;
  readonly meta?: (record: SubjectRecord<A, Type>, facts: MemberFacts<Context>) => MetaObject | undefined;
  /** Links besides those of the server, which sets `self` if the source can find resources by id. */
  readonly links?: (record: SubjectRecord<A, Type>, facts: MemberFacts<Context>) => ResourceLinks | undefined;
  readonly relationships?:
    | { readonly [Name in RelationshipName<A, Type>]?: RelationshipObjectMembers<SubjectRecord<A, Type>, Context> }
    | undefined;
}

/** The members of an application, without the types of an API. */
export interface ApplicationMembers {
  readonly documents: DocumentMembers;
  readonly resources: ReadonlyMap<string, ApplicationTypeMembers>;
  /** The API with the fields of all users. */
  readonly api: Api;
}

/** The functions of one type. All members are own members. */
export interface ApplicationTypeMembers extends RelationshipObjectMembers {
  readonly needs?: readonly string[] | undefined;
  readonly relationships: ReadonlyMap<string, RelationshipObjectMembers>;
}
