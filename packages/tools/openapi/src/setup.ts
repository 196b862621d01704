import type {
  AttributeDescription,
  FieldDescription,
  RelationshipDescription,
  ServerDescription,
  TypeDescription,
} from '@linkage/server';
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

/** The kinds of components that a document has. */
export type ComponentKind = 'schemas' | 'parameters' | 'requestBodies' | 'responses' | 'headers';

/** A reference to a component. */
export interface Reference {
  readonly $ref: string;
}

/** The components of one document. Two components of one kind never have the same name. */
export interface Components {
  /** Returns the name for a key of the user: the wanted name, or with a number if another key has it. */
  readonly nameOf: (kind: ComponentKind, key: string, wanted: string) => string;
  /** Sets the component with a name. */
  readonly set: (kind: ComponentKind, name: string, value: unknown) => void;
  /** Adds a component, or returns the reference to an equal one. */
  readonly share: (kind: ComponentKind, wanted: string, value: object) => Reference;
  /** Returns the same result for the same key, and creates it once. */
  readonly once: <Result>(key: string, create: () => Result) => Result;
  readonly all: () => Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const kinds: readonly ComponentKind[] = ['schemas', 'parameters', 'requestBodies', 'responses', 'headers'];

/** Returns a reference to a component. */
export function componentAt(kind: ComponentKind, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Creates the components of one document. */
export function createComponents(): Components {
  const values = new Map(kinds.map((kind) => [kind, new Map<string, unknown>()]));
  const takenBy = new Map<string, string>();
  const names = new Map<string, string>();
  const results = new Map<string, unknown>();
  function nameOf(kind: ComponentKind, key: string, wanted: string): string {
    const known = names.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; takenBy.has(`${kind} ${name}`); count++) name = `${wanted}${count}`;
    takenBy.set(`${kind} ${name}`, key);
    names.set(`${kind} ${key}`, name);
    return name;
  }
  function set(kind: ComponentKind, name: string, value: unknown): void {
    takenBy.set(`${kind} ${name}`, name);
    values.get(kind)?.set(name, value);
  }
  return {
    nameOf,
    set,
    share(kind, wanted, value) {
      const name = nameOf(kind, JSON.stringify(value), wanted);
      set(kind, name, value);
      return componentAt(kind, name);
    },
    once(key, create) {
      if (!results.has(key)) results.set(key, create());
      return results.get(key) as ReturnType<typeof create>;
    },
    all: () => Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(values.get(kind) ?? [])])),
  };
}
