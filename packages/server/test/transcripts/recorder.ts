/** Records the calls that a server makes to its sources, as lines that a reader can compare. */
import type { Api, FilterCondition, ResourceIdentifierObject } from '@linkage/core';
import { conditionParts } from '@linkage/core/records';
import type {
  DataSource,
  LinkageChange,
  PageSlice,
  RelatedQuery,
  Selection,
  SourceCall,
  SourceSortField,
  SourceTerm,
} from '../../src/sources/port/data-source.ts';

export type SourcesByType = Readonly<Record<string, DataSource>>;
type Method = (...given: readonly unknown[]) => unknown;
type Query = Partial<RelatedQuery> & {
  readonly total?: boolean;
  readonly parameters?: object;
  readonly sort?: readonly SourceSortField[];
};

/** Returns the parts that are there, after each other. */
const joined = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join('; ');

function isIdentifier(value: unknown): value is ResourceIdentifierObject {
  return typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'id,type';
}

function valueText(value: unknown): string {
  return isIdentifier(value) ? `${value.type} ${value.id}` : (JSON.stringify(value) ?? 'undefined');
}

function conditionText(condition: FilterCondition): string {
  const parts = conditionParts(condition);
  if (parts.kind !== 'term') return `${parts.kind}(${parts.conditions.map(conditionText).join(', ')})`;
  const { field, operator, values, through = [] } = parts.term as SourceTerm;
  return `${field} ${operator} ${values.map(valueText).join('|')}${throughText(through)}`;
}

function throughText(through: SourceTerm['through'] = []): string {
  const added = through.map((it, index) =>
    it.length === 0 ? '' : ` with ${index}: (${it.map(conditionText).join(', ')})`,
  );
  return added.join('');
}

const conditionsText = (name: string, conditions: readonly FilterCondition[] = []): string =>
  conditions.length === 0 ? '' : `${name} ${conditions.map(conditionText).join(', ')}`;

function pageText({ offset, limit, positions, after, before }: PageSlice): string {
  const place = [after === undefined ? '' : ' after', before === undefined ? '' : ' before'].join('');
  return `${offset}+${limit}${positions === true ? ' with positions' : ''}${place}`;
}

/** The names of all fields of some types. */
function fieldsOf(api: Api, types: readonly string[]): string {
  const names = types.flatMap((name) => {
    const type = api.types.get(name);
    return [...(type?.attributes.keys() ?? []), ...(type?.relationships.keys() ?? [])];
  });
  return [...new Set(names)].sort().join(' ');
}

/** The fields of a selection in the order of their names: a set has no order that sources could depend on. */
function selectionText({ attributes, relationships, include }: Selection, all: string): string {
  const names = [...new Set([...attributes, ...relationships])].sort().join(' ');
  const loaded = [...(include ?? [])].map(([name, it]) => `${name} (${selectionText(it, '')}; at most ${it.atMost})`);
  const fields = names === '' ? 'no fields' : names === all ? 'all fields' : `fields ${names}`;
  return joined(fields, loaded.length > 0 && `loads ${loaded.join(', ')}`);
}

function queryText(
  { filter, sort, page, atMost, pagePerParent, selection, total, parameters }: Query,
  all: string,
): string {
  return joined(
    conditionsText('filter', filter as readonly FilterCondition[]),
    sort !== undefined &&
      sort.length > 0 &&
      `sort ${sort.map((it) => `${it.descending ? '-' : ''}${it.field}${throughText(it.through)}`).join(' ')}`,
    page !== undefined && `page ${pageText(page)}`,
    atMost !== undefined && `at most ${atMost}`,
    pagePerParent !== undefined && `page of each ${pageText(pagePerParent)}`,
    selection !== undefined && selectionText(selection, all),
    total === true && 'total',
    Object.keys(parameters ?? {}).length > 0 && `parameters ${JSON.stringify(parameters)}`,
  );
}

function callText({ forUpdate, conditions, readable }: SourceCall): string {
  return joined(
    conditionsText('where', conditions),
    forUpdate === true && 'FOR UPDATE',
    readable !== undefined && `readable ${[...readable].sort().join(' ')}`,
  );
}

function changeText(change: LinkageChange): string {
  const [[kind, members] = ['', []]] = Object.entries(change);
  return `${kind} ${members === null ? 'null' : [members].flat().map(valueText).join(', ') || 'nothing'}`;
}

type Given = readonly never[];

/** The arguments of each method of a type, without its call. */
function argumentMessages(api: Api, type: string): Readonly<Record<string, (given: Given) => string>> {
  const all = fieldsOf(api, [type]);
  const allOf = (name: string): string => fieldsOf(api, api.types.get(type)?.relationships.get(name)?.targets ?? []);
  const idsText = (ids: readonly string[]): string => `[${ids.join(' ')}]`;
  return {
    list: ([query]: Given) => queryText(query as never, all),
    stream: ([query]: Given) => queryText(query as never, all),
    find: ([ids, selection]: Given) => joined(idsText(ids as never), selectionText(selection as never, all)),
    related: ([name, ids, query]: Given) =>
      joined(`${name as never} of ${idsText(ids as never)}`, queryText(query as never, allOf(name as never))),
    create: ([input]: Given) => JSON.stringify(input),
    update: ([id, changes]: Given) => `${id as never} ${JSON.stringify(changes)}`,
    delete: ([id]: Given) => id as never,
    updateRelationship: ([id, name, change]: Given) =>
      `${id as never} ${name as never}: ${changeText(change as never)}`,
  };
}

/** Returns a source that adds a line for each call, and declares what the given one states. */
function recorded(api: Api, type: string, source: DataSource, lines: string[]): DataSource {
  const replaced = new Map<unknown, Method>();
  const add = (call: SourceCall, text: string): void => {
    lines.push(`${call.transaction === undefined ? '' : '  '}${type}.${text}`);
  };
  for (const [name, textOf] of Object.entries(argumentMessages(api, type))) {
    const method = source[name as keyof DataSource] as Method | undefined;
    if (method === undefined) continue;
    replaced.set(method, (...given) => {
      const call = given.at(-1) as SourceCall;
      add(call, `${name} ${joined(textOf(given as never), callText(call))}`);
      return method.apply(source, given as unknown[]);
    });
  }
  const transaction: DataSource['transaction'] = async (run, call) => {
    // The server opens none inside of another one: the line would tell.
    add(call, 'transaction begins');
    try {
      const result = await (source as Required<DataSource>).transaction(run, call);
      add(call, 'transaction commits');
      return result;
    } catch (failure) {
      add(call, 'transaction rolls back');
      throw failure;
    }
  };
  const statementOf = <Statement extends { readonly methods: readonly unknown[] }>(declared: Statement): Statement => ({
    ...declared,
    methods: declared.methods.map((method) => replaced.get(method)),
  });
  const { appliesFilters, readsParameters, returnsWritten, atomicWrites, checksLinks } = source;
  return {
    ...Object.fromEntries(Object.entries(source).map(([name, value]) => [name, replaced.get(value) ?? value])),
    ...(appliesFilters === undefined ? {} : { appliesFilters: statementOf(appliesFilters) }),
    ...(readsParameters === undefined ? {} : { readsParameters: readsParameters.map(statementOf) }),
    ...(returnsWritten === undefined ? {} : { returnsWritten: returnsWritten.map((it) => replaced.get(it) as Method) }),
    ...(source.transaction === undefined ? {} : { transaction }),
    ...(atomicWrites === undefined
      ? {}
      : {
          atomicWrites: atomicWrites.map((it) =>
            it === source.transaction ? transaction : (replaced.get(it) as Method),
          ),
        }),
    ...(checksLinks === undefined ? {} : { checksLinks: statementOf(checksLinks) }),
    // Sources share a transaction if they declare the same transaction group, or are the same object.
    ...(source.transactionGroup === undefined ? {} : { transactionGroup: source.transactionGroup }),
  };
}

/** Returns sources that add a line for each call. */
export function recordCalls(api: Api, sources: SourcesByType, lines: string[]): SourcesByType {
  return Object.fromEntries(
    Object.entries(sources).map(([type, source]) => [type, recorded(api, type, source, lines)]),
  );
}
