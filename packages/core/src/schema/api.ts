import type { Attribute, AttributeOptions } from './attribute.ts';
import type { Relationship, RelationshipOptions } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

/** The declaration of one resource type: its fields. */
export interface TypeDeclaration {
  /** Attributes by name: a Standard Schema, or `attribute(schema, options)`. */
  readonly attributes?: { readonly [name: string]: StandardSchema | Attribute };
  /** Relationships by name: `toOne(type)` or `toMany(type)`. */
  readonly relationships?: { readonly [name: string]: Relationship };
  /** Whether create requests may bring an id of their own. Default false. */
  readonly clientGeneratedIds?: boolean;
}

/** Resource types by name. */
export interface ApiDeclaration {
  readonly [type: string]: TypeDeclaration;
}

/** One attribute as functions of this library read it: options filled in. */
export interface AttributeDefinition extends Required<Omit<AttributeOptions, 'encode'>> {
  readonly name: string;
  readonly encode: AttributeOptions['encode'];
  readonly schema: StandardSchema;
}

/** One relationship as functions of this library read it: options filled in. */
export interface RelationshipDefinition extends Required<RelationshipOptions> {
  readonly name: string;
  readonly kind: 'to-one' | 'to-many';
  readonly targets: readonly string[];
}

/** One resource type as functions of this library read it. */
export interface ResourceType {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  readonly relationships: ReadonlyMap<string, RelationshipDefinition>;
  readonly clientGeneratedIds: boolean;
}

/** A checked API. Every function of this library takes it first. */
export interface Api<Declaration extends ApiDeclaration = ApiDeclaration> {
  /** What was declared; types are inferred from it. */
  readonly declaration: Declaration;
  /** What functions read at run time. */
  readonly types: ReadonlyMap<string, ResourceType>;
}
