import type { JsonSchema } from '@linkage/core';
import type { DocumentKind } from '../../operations/request-document.ts';
import type { QueryKind } from '../../operations/request-query.ts';
import type { ServerLimits } from '../../request/limits.ts';
import type { OverloadLimits } from '../../request/overload/overload-limits.ts';
import type { ActionDescription, Described } from './action-description.ts';
import type { CollectionDescription, PageDescription } from './collection-description.ts';
import type { MemberDescription, WriteRule } from './member-description.ts';

/** An attribute of a type. */
export interface AttributeDescription extends Described {
  readonly kind: 'attribute';
  /** The JSON Schema of the value in documents. `true` or `{}` if every value is possible, or if the schema is a gap. */
  readonly schema: JsonSchema;
  readonly write: WriteRule;
  /** Whether responses can contain the attribute. */
  readonly read: boolean;
  /** Whether a response contains the attribute only if `fields` lists it. */
  readonly onDemand: boolean;
  /** Whether a request that creates a resource must contain the attribute. */
  readonly required: boolean;
  /** Whether resources can lack it: its schema keeps an absent value absent, or the user can read it of some resources only. */
  readonly optional: boolean;
  readonly sort: boolean;
  /** Where orders by the attribute place null. Absent if null is less than all values. */
  readonly nulls?: 'first' | 'last';
  /** The operators of `filter`, as requests spell them. Empty if the attribute cannot be filtered. */
  readonly filterOperators: readonly string[];
  /** The operators of members of its objects, by their paths. */
  readonly filterMembers?: { readonly [path: string]: readonly string[] };
}

/** A relationship of a type. */
export interface RelationshipDescription extends Described {
  readonly kind: 'to-one' | 'to-many';
  readonly targets: readonly string[];
  readonly write: WriteRule;
  /** Present if no response contains the relationship, so that it does not have URLs either. */
  readonly read?: false;
  /** Present if a response contains the relationship only if `fields` or `include` lists it. */
  readonly onDemand?: true;
  readonly required: boolean;
  readonly include: boolean;
  /** The operators of `filter` with ids, as requests spell them. Empty if the relationship cannot be filtered by ids. */
  readonly filterOperators: readonly string[];
  /** The fields of the target that can follow in a path of `filter`. Empty if a path cannot continue. */
  readonly filterPaths: readonly string[];
  /** The fields of the target that can follow in a path of `sort`. Empty if a path cannot continue. */
  readonly sortPaths: readonly string[];
  /** The relationship of the targets that contains the same links. */
  readonly inverse?: string;
  /** The pages of the related resources. Absent for a to-one relationship. */
  readonly page?: PageDescription;
  /** The data of each membership, by name: `meta` of the identifiers. Absent if there is none. */
  readonly member?: { readonly [name: string]: MemberDescription };
}

/** An attribute or a relationship of a type. */
export type FieldDescription = AttributeDescription | RelationshipDescription;

/** A family of query parameters of the specification. */
export type ParameterFamily = 'include' | 'fields' | 'sort' | 'filter' | 'page';

/** Whether requests must contain a header, can contain it, or cannot use it. */
export type HeaderRule = 'must' | 'may' | 'no';

/** One method of one URL. */
export interface EndpointDescription {
  /** The name of the operation, as in hooks and traces: `fetch-collection`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base URL: `/articles/{id}`. */
  readonly path: string;
  /** The relationship in the path. */
  readonly relationship?: string;
  /** The kind of the query. Absent for an endpoint of an extension or of the application. */
  readonly query?: QueryKind;
  /** The families of query parameters that the endpoint accepts. */
  readonly families: readonly ParameterFamily[];
  /** The query parameters of the application and of profiles that the endpoint rejects, because nothing applies them there. Absent if none. */
  readonly rejectedParameters?: readonly string[];
  /** The types of the primary data, or of the resources to which its identifiers lead. */
  readonly types: readonly string[];
  /** The kind of the request document. Absent for an endpoint of an extension or of the application. */
  readonly document?: DocumentKind;
  readonly ifMatch: HeaderRule;
  readonly idempotencyKey: HeaderRule;
  /** The statuses of the responses, in order. The application can throw errors with other statuses. */
  readonly statuses: readonly number[];
  /** The action at the URL. Absent for other endpoints. */
  readonly action?: ActionDescription;
  /** The collection of several types at the URL. Absent for other endpoints. */
  readonly collection?: CollectionDescription;
  /** The URI of the extension that requests must apply. */
  readonly extension?: string;
  /** The URIs of the extensions that requests can apply, with the one that they must apply. Absent if there are none. */
  readonly extensions?: readonly string[];
}

/** A resource type, its fields, and its endpoints. */
export interface TypeDescription extends Described {
  readonly fields: { readonly [name: string]: FieldDescription };
  readonly clientGeneratedIds: boolean;
  /** Whether writes to resources of the type require `If-Match`. */
  readonly ifMatch: 'must' | 'may';
  /** The pages of the collection. */
  readonly page: PageDescription;
  /** Whether a request for the collection without `page` parameters receives all resources, and not the first page. */
  readonly stream: boolean;
  /** The relationship paths that a response includes if the request has no `include`. */
  readonly defaultIncludes: readonly string[];
  /** The order of the collection if the request has no `sort`, as `sort` spells it. Empty for the order of the source. */
  readonly defaultSort: readonly string[];
  /** The query parameters of the application that only URLs of this type have, with their JSON Schemas. */
  readonly parameters: { readonly [name: string]: JsonSchema };
  /** The endpoints of the type. Empty for a type without a source: documents contain only identifiers of it. */
  readonly endpoints: readonly EndpointDescription[];
}

/** An extension that a server executes. */
export interface ExtensionDescription {
  readonly uri: string;
  readonly namespace?: string;
  /** The query parameters, such as `version:scope`. */
  readonly parameters: readonly string[];
}

/** A profile that a server applies. */
export interface ProfileDescription {
  readonly uri: string;
  readonly applied: 'on request' | 'always';
  /** The query parameters, with their JSON Schemas. They are valid while the profile is applied. */
  readonly parameters: { readonly [name: string]: JsonSchema };
  /** The names of `page[…]` while the profile is applied, for types without a strategy of their own. */
  readonly pageNames?: readonly string[];
}

/** A schema that cannot be written as JSON Schema, completely or in part. */
export interface SchemaGap {
  /** The type of the attribute or parameter. Absent for a parameter of all types. */
  readonly type?: string;
  /** The name of the attribute. */
  readonly field?: string;
  /** The name of the query parameter. */
  readonly parameter?: string;
  /** The action, and whether it is about its input or its output: `close.input`. */
  readonly action?: string;
  readonly reason: string;
}

/** The limits of one request. Null means no limit. Limits of all requests together are the concern of the operator. */
export type LimitsDescription = { readonly [Name in Exclude<keyof ServerLimits, keyof OverloadLimits>]: number | null };

/** A server as data: a frozen value that JSON can represent. */
export interface ServerDescription {
  /**
   * The version of the shape of this value. It increases with every change of the shape, so that a reader can detect a
   * description that it does not know.
   */
  readonly contract: number;
  /** The option `baseUrl`, without a slash at the end. */
  readonly baseUrl: string;
  readonly types: { readonly [type: string]: TypeDescription };
  /** The named JSON Schemas. References to them are `#/schemas/<name>`. */
  readonly schemas: { readonly [name: string]: JsonSchema };
  /** The schemas that this description does not contain, or only in part. */
  readonly gaps: readonly SchemaGap[];
  /** The query parameters of the application that all types have, with their JSON Schemas. */
  readonly parameters: { readonly [name: string]: JsonSchema };
  /** Whether `filter` has the language of `parseQuery`, or a language of the application. */
  readonly filterLanguage: 'default' | 'own';
  /** The collections of several types, and the endpoints of extensions and of the application. */
  readonly endpoints: readonly EndpointDescription[];
  readonly extensions: readonly ExtensionDescription[];
  readonly profiles: readonly ProfileDescription[];
  readonly limits: LimitsDescription;
  /** The endpoint for Atomic Operations, and the maximum number of operations in a request. */
  readonly operations?: { readonly path: string; readonly limit: number };
  /** The number of hours for which the server keeps idempotency keys, and the methods that require a key. */
  readonly idempotency?: { readonly hours: number; readonly required: readonly string[] };
}
