import { frozenList } from '../internal/freeze.ts';
import { truncate } from '../internal/truncate.ts';
import type { Extension } from '../media-type/extension.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { parseFields } from './fields.ts';
import { parseFilter } from './filter.ts';
import { checkPaths } from './include.ts';
import type { FilterTerm, SortField } from './query.ts';
import { didYouMean, type QueryErrors, report } from './query-errors.ts';
import type { QueryLimits } from './query-limits.ts';
import { parseQueryParameterName, type QueryParameterName } from './query-parameter-family.ts';
import { parseParameter } from './query-parameters.ts';
import { parseSort } from './sort.ts';
import { splitList } from './split-list.ts';

/** The inputs that are the same for all parameters of a query. */
export interface QuerySetup {
  readonly api: Api;
  readonly types: readonly string[];
  readonly limits: QueryLimits;
  readonly declared: ReadonlyMap<string, StandardSchema>;
  readonly extensions: readonly Extension[];
}

/** The query that was parsed so far, and its errors. */
export interface QueryDraft {
  include: readonly string[] | undefined;
  readonly fields: Record<string, readonly string[]>;
  sort: readonly SortField[];
  readonly filter: FilterTerm[];
  filterValues: number;
  readonly page: Map<string, string>;
  readonly parameters: Record<string, unknown>;
  readonly extensionParameters: Map<string, string>;
  readonly errors: QueryErrors;
}

interface Parameter extends QueryParameterName {
  readonly parameter: string;
  readonly value: string;
}

/** Parses the parameters of one family. Returns false if the name does not match the family. */
type FamilyReader = (draft: QueryDraft, setup: QuerySetup, given: Parameter) => boolean;

const families: ReadonlyMap<string, FamilyReader> = new Map<string, FamilyReader>([
  ['include', readInclude],
  ['fields', readFields],
  ['sort', readSort],
  ['filter', readFilter],
  ['page', readPage],
]);

function readInclude(draft: QueryDraft, { api, types, limits }: QuerySetup, { brackets, value }: Parameter): boolean {
  if (brackets.length > 0) return false;
  const paths = splitList(value);
  checkPaths(api, types, paths, limits, draft.errors);
  draft.include = frozenList(paths);
  return true;
}

function readFields(draft: QueryDraft, { api }: QuerySetup, { brackets, value, parameter }: Parameter): boolean {
  const fieldset = parseFields(api, brackets, value, parameter, draft.errors);
  if (fieldset !== undefined) draft.fields[fieldset.type] = fieldset.names;
  return true;
}

function readPage(draft: QueryDraft, _: QuerySetup, { brackets, value }: Parameter): boolean {
  const [name = '', ...others] = brackets;
  if (name === '' || others.length > 0) return false;
  draft.page.set(name, value);
  return true;
}

function readSort(draft: QueryDraft, setup: QuerySetup, { brackets, value, parameter }: Parameter): boolean {
  if (brackets.length > 0) return false;
  const { api, types, limits } = setup;
  if (types.length > 1) return rejectMixed(draft, 'SORT_NOT_SUPPORTED', parameter);
  const type = resourceType(api, types[0] as string);
  draft.sort = parseSort(api, type, value, limits, draft.errors) ?? draft.sort;
  return true;
}

function readFilter(draft: QueryDraft, setup: QuerySetup, { brackets, value, parameter }: Parameter): boolean {
  const { api, types, limits } = setup;
  if (types.length > 1) return rejectMixed(draft, 'FILTER_NOT_SUPPORTED', parameter);
  const { filter, errors } = draft;
  if (filter.length >= limits.filterTerms) {
    const detail = `A query must have at most ${limits.filterTerms} filters, but it has more.`;
    report(errors, 'FILTER_NOT_SUPPORTED', detail, parameter);
    return true;
  }
  const type = resourceType(api, types[0] as string);
  const valuesLeft = limits.filterValues - draft.filterValues;
  const term = parseFilter(api, type, { parameter, brackets, value, valuesLeft }, limits, errors);
  if (term === undefined) return true;
  filter.push(term);
  draft.filterValues += term.values.length;
  return true;
}

function rejectMixed(draft: QueryDraft, code: 'SORT_NOT_SUPPORTED' | 'FILTER_NOT_SUPPORTED', parameter: string): true {
  report(draft.errors, code, 'A collection of several resource types cannot be sorted or filtered.', parameter);
  return true;
}

/** Keeps a parameter of an applied extension that defines it. */
function readExtensionParameter({ extensionParameters }: QueryDraft, setup: QuerySetup, given: Parameter): boolean {
  const isDefined = setup.extensions.some(({ namespace, parameters = [] }) =>
    parameters.some((name) => `${namespace}:${name}` === given.baseName),
  );
  if (isDefined) extensionParameters.set(given.parameter, given.value);
  return isDefined;
}

/** Parses one query parameter and adds its value to the query. */
export function readParameter(draft: QueryDraft, setup: QuerySetup, parameter: string, value: string): void {
  const { errors } = draft;
  const schema = setup.declared.get(parameter);
  if (schema !== undefined) {
    const read = parseParameter(parameter, schema, value, errors);
    if (read !== undefined) draft.parameters[parameter] = read.value;
    return;
  }
  const name = parseQueryParameterName(parameter);
  if (name === undefined) {
    const rule = 'a base name, then any number of names in brackets, such as `page[size]`';
    report(
      errors,
      'PARAMETER_UNKNOWN',
      `"${truncate(parameter)}" is not a valid name of a query parameter. A name must be ${rule}.`,
      parameter,
    );
    return;
  }
  const given = { baseName: name.baseName, brackets: name.brackets, parameter, value };
  const isExtension = name.baseName.includes(':');
  const read = isExtension ? readExtensionParameter : families.get(name.baseName);
  if (read?.(draft, setup, given) === true) return;
  if (isExtension) {
    const detail = `The query parameter "${truncate(parameter)}" does not belong to an extension that is applied to this request.`;
    report(errors, 'PARAMETER_UNKNOWN', detail, parameter);
    return;
  }
  const hint = families.has(name.baseName)
    ? ''
    : didYouMean(errors, name.baseName, [...families.keys(), ...setup.declared.keys()]);
  const known = ['include', 'fields[TYPE]', 'sort', 'page[…]', 'filter[…]', ...setup.declared.keys()].map(
    (it) => `\`${it}\``,
  );
  const detail = `Unknown query parameter "${truncate(parameter)}".${hint} Supported: ${known.join(', ')}.`;
  report(errors, 'PARAMETER_UNKNOWN', detail, parameter);
}
