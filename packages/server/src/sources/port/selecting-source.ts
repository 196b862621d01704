import type { Api, TypeName } from '@linkage/core';
import type {
  AttributeNameOf,
  Awaitable,
  DataSource,
  RelationshipNameOf,
  Selection,
  SourceCall,
  SourceRecord,
} from './data-source.ts';

/** The members of a record that a selection names, and its id. */
type Selected<Row, Chosen> = [Chosen] extends [Selection<infer Attribute, infer Relationship>]
  ? { readonly [Name in keyof Row as Name extends 'id' | Attribute | Relationship ? Name : never]: Row[Name] }
  : never;

/** The selections of a type. */
type SelectionOf<A extends Api, Type extends TypeName<A>> = Selection<
  AttributeNameOf<A, Type>,
  RelationshipNameOf<A, Type>
>;

/** A record with only the fields of a selection: `SelectedRecord<Api, 'people', Selection<'name', never>>`. For an unknown API, all of them. */
// If all fields are selected, it is the record itself, which the compiler then need not compare. `Extract` says of each API that it is a record.
export type SelectedRecord<A extends Api, Type extends TypeName<A>, Chosen> = string extends Type
  ? SourceRecord<A, Type>
  : SelectionOf<A, Type> extends Chosen
    ? SourceRecord<A, Type>
    : Extract<Selected<SourceRecord<A, Type>, Chosen>, SourceRecord<A, Type>>;

/** A data source whose `find` returns, for the compiler, only the selected fields: the sources that Linkage creates. */
export interface SelectingSource<in out A extends Api, in out Type extends TypeName<A>, Context = unknown>
  extends DataSource<A, Type, Context> {
  find?<const Chosen extends SelectionOf<A, Type>>(
    ids: readonly string[],
    selection: Chosen,
    call: SourceCall<Context>,
  ): Awaitable<readonly SelectedRecord<A, Type, Chosen>[]>;
}
