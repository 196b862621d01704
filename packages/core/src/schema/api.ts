import type { Action } from './action.ts';
import type { Attribute, AttributeOptions } from './attribute.ts';
import type { FilterOperator } from './filter-operator.ts';
import type { MemberPlace } from './member-place.ts';
import type { Relationship, RelationshipOptions } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The declaration of one resource type and its fields. */
export interface TypeDeclaration {
  /** The member of a row that contains the id. Default: `id`. */
  readonly id?: string;
  /** Attributes by name: a Standard Schema, or `attribute(schema, options)`. */
  readonly attributes?: { readonly [name: string]: StandardSchema | Attribute };
  /** Relationships by name: `toOne(type)` or `toMany(type)`. */
  readonly relationships?: { readonly [name: string]: Relationship };
  /** Actions by name: `defineAction(options)`. The option `actions` of the server contains their functions. */
  readonly actions?: { readonly [name: string]: Action };
  /** Whether create requests can contain a client-generated id. Default: false. */
  readonly clientGeneratedIds?: boolean;
  /**
   * The order of collections of this type if the request does not have `sort`, such as `['-createdAt', 'author.name']`.
   * Clients need not be allowed to sort by these fields. Default: the order of the data source.
   */
  readonly defaultSort?: readonly string[];
  /** The meaning of the type, for descriptions of the API. */
  readonly description?: string;
  /** Whether clients should stop using the type, for descriptions of the API. A string says what to use instead. */
  readonly deprecated?: boolean | string;
}

/** Resource types by name. */
export interface ApiDeclaration {
  readonly [type: string]: TypeDeclaration;
}

/** The options that only a description of the API reads. It reads them from the declaration. */
type DescribedOption = 'description' | 'deprecated' | 'jsonSchema';

/** One attribute with all options set. */
export interface AttributeDefinition
  extends Required<
    Omit<AttributeOptions, 'encode' | 'compute' | 'needs' | 'nulls' | 'filter' | 'from' | DescribedOption>
  > {
  readonly name: string;
  /** The member of a record that contains the value: the name, except in `Api.rows`. */
  readonly from: string;
  readonly encode: AttributeOptions['encode'];
  readonly compute: AttributeOptions['compute'];
  readonly needs: readonly string[];
  readonly nulls: AttributeOptions['nulls'];
  readonly filter: boolean;
  /** The operators that `filter` accepts; undefined for all that the type supports. */
  readonly operators: readonly FilterOperator[] | undefined;
  /** The members of its objects that `filter` accepts, by their paths. */
  readonly members: ReadonlyMap<string, AttributeDefinition> | undefined;
  /** Where the value stands, if this is a member of an object. */
  readonly place: MemberPlace | undefined;
  readonly schema: StandardSchema;
}

/** One relationship with all options set. */
export interface RelationshipDefinition
  extends Required<Omit<RelationshipOptions, 'from' | 'inverse' | 'onDelete' | 'filter' | 'sort' | DescribedOption>> {
  readonly name: string;
  readonly kind: 'to-one' | 'to-many';
  readonly targets: readonly string[];
  readonly filter: boolean;
  readonly sort: boolean;
  /** The fields of the target that can follow in a path; undefined for all. */
  readonly filterPaths: readonly string[] | undefined;
  readonly sortPaths: readonly string[] | undefined;
  /** The relationship of each target type that contains the same links. Set on both relationships. */
  readonly inverse: string | undefined;
  readonly onDelete: RelationshipOptions['onDelete'];
  /** The data of each membership; undefined if there is none. */
  readonly member: ReadonlyMap<string, AttributeDefinition> | undefined;
  /** The members of a record that can contain the value, set in `Api.rows`. Undefined for the member with its name. */
  readonly from: readonly string[] | undefined;
}

/** One resource type with its fields. */
export interface ResourceType {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  readonly relationships: ReadonlyMap<string, RelationshipDefinition>;
  readonly clientGeneratedIds: boolean;
  /** The order of a collection without `sort`. */
  readonly defaultSort: readonly { readonly field: string; readonly descending: boolean }[];
  /** The member of a record that contains the id, set in `Api.rows`. Undefined for `id`. */
  readonly idFrom: string | undefined;
}

/** A checked API. It is the first parameter of most functions of this library. */
export interface Api<Declaration extends ApiDeclaration = ApiDeclaration> {
  /** The declaration, from which types are inferred. */
  readonly declaration: Declaration;
  /** The resource types by name, used at run time. */
  readonly types: ReadonlyMap<string, ResourceType>;
  /** The API whose records are rows, with the names that the options `from` declare. Absent if no name differs. */
  readonly rows?: Api | undefined;
}
