import type { FollowLink } from './address.ts';
import { arrayAt, hrefOf, type Json, member } from './json.ts';
import { type KnownType, sizeNames } from './knowledge.ts';
import { formatTarget, parameterOf, parseTarget, type Target, withoutPlace, withValue } from './query.ts';

/** The place of a list among all pages. What the API does not tell is absent. */
export interface ListPlace {
  readonly total?: number;
  /** The numbers of the page and of its first row, from 1. */
  readonly page?: number;
  readonly first?: number;
  readonly pages?: number;
  /** Returns the target of a page. Absent if a page cannot be chosen by its number. */
  readonly targetOfPage?: (page: number) => string;
}

/** Where APIs write the number of all resources into `meta`. */
const totalNames = [
  ...[
    'page.total',
    'page.totalElements',
    'page.totalRecords',
    'pagination.total',
    'pagination.count',
    'total',
    'count',
  ],
  ...['totalCount', 'total_count', 'total-count', 'totalResults', 'totalResourceCount', 'recordCount', 'record_count'],
  ...['record-count', 'pagination.totalCount', 'pagination.total_count'],
];
const numberNames = ['page[number]', 'page[page]', 'page'];
const OFFSET = 'page[offset]';

/** Returns the total that `meta` of a document has at the described place, or at a usual one. */
export function metaTotalOf(document: Json | undefined, name: string | undefined): number | undefined {
  const found = (name === undefined ? totalNames : [name]).map((path) =>
    path.split('.').reduce<Json | undefined>((value, step) => member(value, step), member(document, 'meta')),
  );
  return found.find((it) => typeof it === 'number' && Number.isSafeInteger(it) && it >= 0) as number | undefined;
}

function integerOf(target: Target | undefined, name: string): number | undefined {
  const text = target && parameterOf(target, name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Returns the target that counts the resources of a list, if its type counts on request. */
export function countTarget(target: string, type: KnownType | undefined): string | undefined {
  const { path, parameters } = parseTarget(target);
  const { parameter, total } = type?.pageSize ?? {};
  if (parameter === undefined || total?.isOnRequest !== true || path.includes('/relationships/')) return undefined;
  const others = parameters.filter(([name]) => !/^(?:page|sort|include|fields|relatedQuery)(?:\[|$)/.test(name));
  return formatTarget({ path, parameters: [...others, ['page[total]', 'true'], [parameter, '1']] });
}

/**
 * Returns the place of a list, from its total in `meta`, and the parameters of its links. A number that contradicts the document or its
 * links is left out.
 *
 * @param counted The total of another response.
 */
export function placeOf(
  document: Json | undefined,
  target: string,
  follow: FollowLink,
  type: KnownType | undefined,
  counted?: number,
): ListPlace {
  const rows = arrayAt(document, 'data').length;
  const own = parseTarget(target);
  const linkTo = (name: string): Target | undefined => {
    const found = follow(hrefOf(document, name) ?? 'none:');
    return found === undefined ? undefined : parseTarget(found);
  };
  const [next, prev, first, last] = ['next', 'prev', 'first', 'last'].map(linkTo);
  const all = [next, prev, last, first].filter((it) => it !== undefined);
  const has = (name: string): boolean => all.some((it) => integerOf(it, name) !== undefined);
  const sizeName = type?.pageSize?.parameter ?? sizeNames.find(has) ?? '';
  const linkedSize = all.map((it) => integerOf(it, sizeName)).find((it) => it !== undefined);
  const given = linkedSize ?? integerOf(own, sizeName) ?? type?.pageSize?.default ?? 0;
  // A server can use another size than that of the request, or of its description: a page before the last one tells.
  const isSize = given >= Math.max(rows, 1) && (linkedSize !== undefined || next === undefined || given === rows);
  const size = isSize ? given : undefined;
  const name = [...numberNames, OFFSET].find(has);
  const isOffset = name === OFFSET;
  const base = isOffset ? 0 : name === undefined ? undefined : integerOf(first, name);
  const isFirst = withoutPlace(own).parameters.length === own.parameters.length;
  const value = (name === undefined ? undefined : integerOf(own, name)) ?? (isFirst ? base : undefined);
  const step = isOffset ? size : 1;
  const pageAt = (it: number | undefined): number | undefined => {
    const page = it === undefined || base === undefined || step === undefined ? -1 : (it - base) / step + 1;
    return Number.isInteger(page) && page > 0 ? page : undefined;
  };
  const page = pageAt(value);
  const start = isOffset && value !== undefined ? value + 1 : page === 1 ? 1 : page && size && (page - 1) * size + 1;
  const isWhole = type?.pageSize?.total !== undefined && isFirst && all.length > 0 && (next ?? prev) === undefined;
  const total = metaTotalOf(document, type?.pageSize?.total?.name) ?? (isWhole ? rows : counted);
  const shown = (start ?? 1) + rows - 1;
  const isTotal = total !== undefined && (next === undefined ? shown <= total || rows === 0 : shown < total);
  const counting =
    isTotal && size !== undefined && name !== undefined ? Math.max(1, Math.ceil(total / size)) : undefined;
  const pages = pageAt(name === undefined ? undefined : integerOf(last, name)) ?? counting;
  return {
    ...(isTotal && { total }),
    ...(page !== undefined && { page }),
    ...(start !== undefined && rows > 0 && { first: start }),
    ...(pages !== undefined && pages >= (page ?? 1) && { pages }),
    ...(name !== undefined &&
      base !== undefined &&
      step !== undefined && {
        targetOfPage: (it) => formatTarget(withValue(own, name, `${(it - 1) * step + base}`)),
      }),
  };
}
