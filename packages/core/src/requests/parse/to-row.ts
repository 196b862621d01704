import { rejection } from '../../error/json-api-error.ts';
import { hasOwn, setOwn } from '../../internal/members.ts';
import { optionTable, readOptions } from '../../internal/options.ts';
import type { Api, RelationshipDefinition } from '../../schema/api.ts';
import type { AttributesOf, KindOf, RelationshipsOf, TargetOf, TypeName } from '../../schema/infer.ts';
import type { IdentifierInput } from '../../schema/input.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { type IdMember, idNameOf, type RowMember, rowNamesOf } from '../../schema/rows.ts';

/** Options of `toRow`. */
export interface ToRowOptions<Id> {
  /** Converts an id to the value of its column, such as `Number`. Default: the id, a string. */
  readonly id?: ((id: string, type: string) => Id) | undefined;
}

type IsUnion<Member, Whole = Member> = Member extends unknown ? ([Whole] extends [Member] ? false : true) : never;

/** The column that contains a field: the last of several members. */
type ColumnOf<Fields, Name> = Name extends keyof Fields & string
  ? Fields[Name] extends { readonly options: { readonly from: readonly [...unknown[], infer Column extends string] } }
    ? Column
    : RowMember<Fields, Name> & string
  : never;

/** The foreign key of a to-one relationship with one target type. Never for others: a row has no column of them. */
type KeyColumn<A extends Api, Type extends TypeName<A>, Name> = Name extends string
  ? KindOf<A, Type, Name> extends 'to-one'
    ? IsUnion<TargetOf<A, Type, Name>> extends true
      ? never
      : ColumnOf<RelationshipsOf<A, Type>, Name>
    : never
  : never;

/** The row that an input means: columns with the names that `id` of the type and the options `from` declare. */
export type WrittenRow<A extends Api, Type extends TypeName<A>, Input extends AnyInput, Id = string> = {
  readonly [Key in keyof Input as Key extends 'id' ? IdMember<A, Type> : never]: Id;
} & {
  readonly [Key in keyof Input['attributes'] as ColumnOf<AttributesOf<A, Type>, Key>]: Input['attributes'][Key];
} & {
  readonly [Key in keyof Input['relationships'] as KeyColumn<A, Type, Key>]:
    | Id
    | Extract<Input['relationships'][Key], null>;
};

interface AnyInput<Type = string> {
  readonly type: Type;
  readonly id?: string;
  readonly attributes: object;
  readonly relationships: object;
}

const options = optionTable({ id: 'function' });

/** Whether a row has a column for the value of a relationship. */
function hasColumn({ kind, targets }: RelationshipDefinition): boolean {
  return kind === 'to-one' && targets.length === 1;
}

/**
 * Returns the row that a create or an update request means, the inverse of what `serialize` reads. A field that the request does not
 * contain is absent, and null stays null. A to-one relationship is its foreign key. A to-many relationship, and a relationship with several
 * target types, has no column: write it with `input.relationships`. The row contains the id if the input has one.
 *
 * @throws {JsonApiError} 400 if a foreign key is the local id of the new resource, whose id is not known.
 * @throws {TypeError} If the API does not have the type, or an option is invalid.
 * @example
 * const row = toRow(api, 'articles', parseCreate(api, 'articles', body));
 */
export function toRow<A extends Api, Type extends TypeName<A>, Input extends AnyInput<Type>, Id = string>(
  api: A,
  type: Type,
  input: Input,
  given: ToRowOptions<Id> = {},
): WrittenRow<A, Type, Input, Id> {
  const { id: convert = (id: string): unknown => id } = readOptions<ToRowOptions<unknown>>('toRow', given, options);
  const { attributes, relationships } = resourceType(api, type);
  const names = rowNamesOf(api.declaration, type);
  const column = (name: string): string => names.get(name)?.at(-1) ?? name;
  const { attributes: values, relationships: links } = input;
  const id = hasOwn(input, 'id') ? input.id : undefined;
  const row: Record<string, unknown> = {};
  if (id !== undefined) setOwn(row, idNameOf(api.declaration, type), convert(id, type));
  for (const name of attributes.keys()) if (hasOwn(values, name)) setOwn(row, column(name), values[name]);
  for (const [name, relationship] of relationships) {
    if (!hasOwn(links, name) || !hasColumn(relationship)) continue;
    const linkage = links[name] as IdentifierInput | null;
    if (linkage !== null && linkage.id === undefined)
      throw rejection('LOCAL_ID_UNKNOWN.operations', linkage, { pointer: `/data/relationships/${name}/data/lid` });
    setOwn(row, column(name), linkage && convert(linkage.id, linkage.type));
  }
  return row as WrittenRow<A, Type, Input, Id>;
}
