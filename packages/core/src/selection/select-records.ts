import { type Reference, readReference } from '../documents/record/reference.ts';
import { firstMember } from '../internal/members.ts';
import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';
import type { PageSlice, SourcePage } from '../pagination/source-page.ts';
import type { FilterCondition, SortField } from '../query/query.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import { relationshipOf, resourceType } from '../schema/resource-type.ts';
import { matcherOfAll, orderedPage, type RecordGraph } from './ordered-records.ts';

/** Options of `selectRecords`. */
export interface SelectOptions {
  /** The slice of a page: `slice` of `readPage`. Default: all records. */
  readonly page?: PageSlice | undefined;
  /**
   * Returns the related records of a record by relationship name, for paths such as `author.name`: the same function as for `serialize`.
   * Called first; if it returns undefined, the property of the record is read.
   */
  readonly related?: ((record: object, relationship: string) => unknown) | undefined;
}

const options: OptionTable = optionTable({ page: 'object', related: 'function' });
const all: PageSlice = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Reads the relationships of records in their own shape. */
function graphOf(api: Api, related: SelectOptions['related']): RecordGraph {
  const read = (type: ResourceType, record: object, name: string): readonly Reference[] => {
    const { targets, from = [name] } = relationshipOf(type, name, () => true);
    const given = related?.(record, name);
    const value = given === undefined ? firstMember(record, from) : given;
    const where = `selectRecords: relationship "${name}" of a record of type "${type.name}"`;
    if (value === undefined)
      throw new TypeError(`${where} is absent. Set it to null or an array, or pass \`related\`.`);
    return [value].flat().flatMap((it) => (it === null ? [] : readReference(api, targets, it, where)));
  };
  return {
    api,
    linkageOf: (type, record, name) => read(type, record, name).map((it) => ({ type: it.type.name, id: it.id })),
    relatedTo: (type, record, name) =>
      read(type, record, name).map(({ record: own, id }) => {
        if (own !== undefined) return own;
        throw new TypeError(
          `selectRecords: relationship "${name}" of a record of type "${type.name}" contains the id ${JSON.stringify(id)} only. Pass \`related\`, which returns the record.`,
        );
      }),
  };
}

/**
 * Applies the filter and the order of a query to an array of records, and takes one page of them. Null comes first, or last in descending
 * order, or where `nulls` of the attribute says. Records with equal values stay in their order, or, if the last field is descending, in its reverse.
 *
 * @param query The result of `parseQuery`. Without `filter`, all records are selected; without `sort`, they keep their order.
 * @returns The records, their total number before the page was taken, and what `result` of `readPage` needs of them.
 * @throws {JsonApiError} 400 if a cursor is not a position in this order.
 * @throws {TypeError} If the query has a field that the type does not have, or a record lacks a relationship that it needs.
 * @example
 * const page = readPage({ query }, request.url);
 * const { records, links, meta } = page.result(selectRecords(api, 'articles', articles, query, { page: page.slice }));
 */
export function selectRecords<A extends Api, Row extends object>(
  api: A,
  type: TypeName<A>,
  records: readonly Row[],
  query: { readonly filter?: readonly FilterCondition[]; readonly sort?: readonly SortField[] },
  given: SelectOptions = {},
): SourcePage<Row> {
  const { page = all, related } = readOptions('selectRecords', given, options) as SelectOptions;
  const { filter = [], sort = [] } = query;
  const rows: Api = api.rows ?? api;
  const [own, graph] = [resourceType(rows, type), graphOf(rows, related)];
  const matching = filter.length === 0 ? records : records.filter(matcherOfAll(graph, own, filter));
  return { ...orderedPage(graph, own, matching, sort, page), total: matching.length };
}
