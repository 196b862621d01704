import type { FilterTerm } from '@linkage/core';
import type { Link, Row, Rows, TypePlan, World } from './access-world.ts';

/** Returns the rows that one user can read. The code is simple and shares nothing with the tested code. */
export interface Oracle {
  readonly sees: (type: string, id: string) => boolean;
  readonly reads: (type: string, field: string) => boolean;
  /** Whether the user can read a field of this resource. */
  readonly readsOf: (type: string, id: string, field: string) => boolean;
  /** The results of the conditions of fields for the resources that the user sees, each condition by itself. */
  readonly decisions: (type: string) => string;
  /** Whether all resources of a type are seen, so that links to missing ones are not secret. */
  readonly isOpen: (type: string) => boolean;
  readonly visible: (type: string) => readonly string[];
}

function isMet(value: unknown, operator: string, wanted: unknown): boolean {
  if (operator === 'eq') return value === wanted;
  if (value === null || wanted === null) return false;
  const [left, right] = [value as number, wanted as number];
  if (operator === 'lt') return left < right;
  if (operator === 'le') return left <= right;
  return operator === 'gt' ? left > right : left >= right;
}

function holds(row: Row, { field, operator, values }: FilterTerm): boolean {
  if (field === 'id') return values.includes(row.id);
  const links = row.links[field];
  const names = ({ type, id }: Link, value: unknown): boolean =>
    typeof value === 'object' ? (value as Link).type === type && (value as Link).id === id : value === id;
  if (links !== undefined) return links.some((link) => values.some((value) => names(link, value)));
  return values.some((wanted) => isMet(row.attributes[field], operator, wanted));
}

export function oracleOf({ types, defaultAccess }: World, rows: Rows): Oracle {
  const planOf = (type: string): TypePlan => types.find(({ name }) => name === type) as TypePlan;
  const readOf = (type: string) => planOf(type).read ?? defaultAccess === 'allow';
  const seen = (type: string): readonly string[] => {
    const read = readOf(type);
    const all = rows.get(type) ?? [];
    if (read === false) return [];
    if (read === true) return all.map(({ id }) => id);
    return all.filter((row) => read.every((term) => holds(row, term))).map(({ id }) => id);
  };
  const reads = (type: string, field: string): boolean => {
    const { fields } = planOf(type);
    return fields === undefined || fields === true || (fields !== false && fields.includes(field));
  };
  const rowOf = (type: string, id: string): Row | undefined => rows.get(type)?.find((row) => row.id === id);
  return {
    visible: seen,
    readsOf: (type, id, field) => {
      const row = rowOf(type, id);
      return reads(type, field) && row !== undefined && (planOf(type).where[field] ?? []).every((it) => holds(row, it));
    },
    decisions: (type) =>
      seen(type)
        .flatMap((id) =>
          Object.values(planOf(type).where).map((terms) => terms.map((it) => holds(rowOf(type, id) as Row, it))),
        )
        .join(),
    sees: (type, id) => seen(type).includes(id),
    isOpen: (type) => readOf(type) === true,
    reads,
  };
}

/** Returns the parts of a document that the user must not see. */
export function leaksOf(oracle: Oracle, text: string): readonly string[] {
  const leaks: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  const document: any = JSON.parse(text);
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  const listOf = (value: any): any[] =>
    Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape
  const checkLink = ({ type, id }: any, where: string): void => {
    if (!oracle.isOpen(type) && !oracle.sees(type, id)) leaks.push(`${where} names ${type} ${id}`);
  };
  for (const resource of [...listOf(document.data), ...listOf(document.included)]) {
    const { type, id, attributes, relationships, links } = resource;
    if (links === undefined && attributes === undefined && relationships === undefined) {
      checkLink(resource, 'the primary data');
      continue;
    }
    if (!oracle.sees(type, id)) leaks.push(`${type} ${id}`);
    for (const field of [...Object.keys(attributes ?? {}), ...Object.keys(relationships ?? {})]) {
      if (!oracle.readsOf(type, id, field)) leaks.push(`${type} ${id} shows ${field}`);
    }
    for (const [field, { data }] of Object.entries<{ data?: unknown }>(relationships ?? {})) {
      for (const link of listOf(data)) checkLink(link, `${type} ${id} ${field}`);
    }
  }
  return leaks;
}
