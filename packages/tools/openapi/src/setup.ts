import type {
  AttributeDescription,
  FieldDescription,
  RelationshipDescription,
  ServerDescription,
  TypeDescription,
} from '@linkage/server';
import type { Components } from './components.ts';
import type { SchemaObject } from './json-schema.ts';
import { capitalized, type TypeNames } from './names.ts';

/** The parts from which a document is written. */
export interface Setup {
  readonly description: ServerDescription;
  readonly names: ReadonlyMap<string, TypeNames>;
  readonly pathDepth: number;
  /** Whether HEAD is listed beside each GET. */
  readonly head: boolean;
  /** Whether requests can identify resources by local ids: with Atomic Operations. */
  readonly hasLocalIds: boolean;
  /** The components of the document. Only those to which a reference leads are part of it. */
  readonly components: Components;
}

/** Returns the type with a name. */
export function typeOf({ description }: Setup, type: string): TypeDescription {
  return description.types[type] as TypeDescription;
}

/** Returns the name of the schema of one resource. */
export function nameOf({ names }: Setup, type: string): string {
  return (names.get(type) as TypeNames).one;
}

/** Returns the name of another schema of a type, such as `ArticleCreate` for "Create". */
export function schemaName(setup: Setup, type: string, suffix: string): string {
  return setup.components.nameOf('schemas', `${suffix} ${type}`, `${nameOf(setup, type)}${suffix}`);
}

/** Returns the first part of the names of components about some types: that of the type, or of the field with them. */
export function nameOfTypes(setup: Setup, types: readonly string[], owner: string, field: string): string {
  const [type = owner, ...others] = types;
  return others.length === 0 ? nameOf(setup, type) : `${nameOf(setup, owner)}${capitalized(field)}`;
}

/** Whether a field is an attribute. */
export function isAttribute(field: FieldDescription): field is AttributeDescription {
  return field.kind === 'attribute';
}

/** Returns the attributes of a type by name. */
export function attributesOf({ fields }: TypeDescription): readonly (readonly [string, AttributeDescription])[] {
  return Object.entries(fields).flatMap(([name, field]) => (isAttribute(field) ? [[name, field] as const] : []));
}

/** Returns the relationships of a type by name. */
export function relationshipsOf({ fields }: TypeDescription): readonly (readonly [string, RelationshipDescription])[] {
  return Object.entries(fields).flatMap(([name, field]) => (isAttribute(field) ? [] : [[name, field] as const]));
}

/** Whether a type has URLs. Documents contain only identifiers of other types. */
export function hasEndpoints({ endpoints }: TypeDescription): boolean {
  return endpoints.length > 0;
}

/** Returns the types with URLs. */
export function servedTypes(setup: Setup): readonly string[] {
  return Object.keys(setup.description.types).filter((type) => hasEndpoints(typeOf(setup, type)));
}

/** Adds a schema to the components, or returns the reference to an equal one. */
export function shareSchema({ components }: Setup, wanted: string, schema: SchemaObject): SchemaObject {
  return { ...components.share('schemas', wanted, schema) };
}
