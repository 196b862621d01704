import type { Attribute, AttributeOptions } from './attribute.ts';
import type { Relationship, RelationshipOptions } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The declaration of one resource type and its fields. */
export interface TypeDeclaration {
  /** Attributes by name: a Standard Schema, or `attribute(schema, options)`. */
  readonly attributes?: { readonly [name: string]: StandardSchema | Attribute };
  /** Relationships by name: `toOne(type)` or `toMany(type)`. */
  readonly relationships?: { readonly [name: string]: Relationship };
  /** Whether create requests can contain a client-generated id. Default: false. */
  readonly clientGeneratedIds?: boolean;
}

/** Resource types by name. */
export interface ApiDeclaration {
  readonly [type: string]: TypeDeclaration;
}

/** One attribute with all options set. */
export interface AttributeDefinition extends Required<Omit<AttributeOptions, 'encode' | 'compute' | 'needs'>> {
  readonly name: string;
  readonly encode: AttributeOptions['encode'];
  readonly compute: AttributeOptions['compute'];
  readonly needs: readonly string[];
  readonly schema: StandardSchema;
}

/** One relationship with all options set. */
export interface RelationshipDefinition extends Required<Omit<RelationshipOptions, 'inverse' | 'onDelete'>> {
  readonly name: string;
  readonly kind: 'to-one' | 'to-many';
  readonly targets: readonly string[];
  /** The relationship of each target type that contains the same links. Set on both sides. */
  readonly inverse: string | undefined;
  readonly onDelete: RelationshipOptions['onDelete'];
}

/** One resource type with its fields. */
export interface ResourceType {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  readonly relationships: ReadonlyMap<string, RelationshipDefinition>;
  readonly clientGeneratedIds: boolean;
}

/** A checked API. It is the first parameter of most functions of this library. */
export interface Api<Declaration extends ApiDeclaration = ApiDeclaration> {
  /** The declaration, from which types are inferred. */
  readonly declaration: Declaration;
  /** The resource types by name, used at run time. */
  readonly types: ReadonlyMap<string, ResourceType>;
}
