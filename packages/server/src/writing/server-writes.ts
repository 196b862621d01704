import type {
  Api,
  CreateInput,
  ResourceIdentifierObject,
  StoredAttributeName,
  StoredRecord,
  StoredRelationshipName,
  TargetOf,
  TypeName,
} from '@linkage/core';
import type { SubjectRecord } from '../rules/subject-record.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import type { Accepted } from '../sources/port/source-answers.ts';

/** Linkage that the application sets. */
type ServerLinkage<Target extends string> =
  | ResourceIdentifierObject<Target>
  | null
  | readonly ResourceIdentifierObject<Target>[];

/** Attributes as sources receive them: also those that clients cannot write. */
export type ServerAttributes<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in StoredAttributeName<A, Type>]?: Name extends keyof StoredRecord<A, Type>
    ? StoredRecord<A, Type>[Name]
    : unknown;
};

/** Relationships as sources receive them: also those that clients cannot write. */
type ServerRelationships<A extends Api, Type extends TypeName<A>> = {
  readonly [Name in StoredRelationshipName<A, Type>]?: ServerLinkage<TargetOf<A, Type, Name>>;
};

/** A resource that the application creates. */
export interface ServerCreation<A extends Api, Type extends TypeName<A>> {
  /** Default: the source chooses the id. */
  readonly id?: string | undefined;
  /** Values as sources receive them, after the schemas: what a request must contain, and any fields that clients cannot write. */
  readonly attributes: CreateInput<A, Type>['attributes'] & ServerAttributes<A, Type>;
  readonly relationships?: ServerRelationships<A, Type> | undefined;
}

/** The fields of a resource that the application changes. Absent fields keep their values. */
export interface ServerUpdate<A extends Api, Type extends TypeName<A>> {
  readonly attributes?: ServerAttributes<A, Type> | undefined;
  readonly relationships?: ServerRelationships<A, Type> | undefined;
}

/** The writes of a server whose types are known. */
export interface TypedWrites<A extends Api> {
  /** These writes without the access rules. */
  readonly withoutRules: TypedWrites<A>;
  /** Creates a resource. Returns its record. */
  create<const Type extends TypeName<A>>(
    type: Type,
    input: ServerCreation<A, Type>,
  ): Promise<SubjectRecord<A, Type> | Accepted>;
  /** Changes fields of a resource. Returns its record. */
  update<const Type extends TypeName<A>>(
    type: Type,
    id: string,
    input: ServerUpdate<A, Type>,
  ): Promise<SubjectRecord<A, Type> | Accepted>;
  /** Deletes a resource. */
  delete(type: TypeName<A>, id: string): Promise<true | Accepted>;
  /** Changes one relationship. */
  updateRelationship<const Type extends TypeName<A>>(
    type: Type,
    id: string,
    relationship: StoredRelationshipName<A, Type>,
    change: LinkageChange,
  ): Promise<true | Accepted>;
}

/** The fields of a resource of any type. */
export interface AnyFields {
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, ServerLinkage<string>>> | undefined;
}

/** The writes of a server whose types the compiler does not know. Not a `TypedWrites`, so that options for any API fit each API. */
export interface AnyWrites {
  /** These writes without the access rules. */
  readonly withoutRules: AnyWrites;
  /** Creates a resource. Returns its record. */
  create(type: string, input: AnyFields & { readonly id?: string | undefined }): Promise<SubjectRecord | Accepted>;
  /** Changes fields of a resource. Returns its record. */
  update(type: string, id: string, input: AnyFields): Promise<SubjectRecord | Accepted>;
  /** Deletes a resource. */
  delete(type: string, id: string): Promise<true | Accepted>;
  /** Changes one relationship. */
  updateRelationship(type: string, id: string, relationship: string, change: LinkageChange): Promise<true | Accepted>;
}

/**
 * Writes of the application itself, in a transaction that is open. They run the steps of every write: the access rules of the user,
 * hooks, and the inverses of relationships. Unlike requests, they can set fields that clients cannot write, and need no `If-Match`.
 * Values are not validated with the schemas of the API. An unknown name, and a write that the source does not have, are a `TypeError`.
 * A `JsonApiError` has no place in a document: no client has sent this write.
 */
export type ServerWrites<A extends Api = Api> = string extends TypeName<A> ? AnyWrites : TypedWrites<A>;
