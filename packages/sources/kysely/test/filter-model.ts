import type { ConditionOrGroup, FilterCondition, FilterOperator, FilterTerm } from '@linkage/core';
import type { FilterWorld, Row, Rule } from './filter-world.ts';

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Whether a value matches, as the guide says it. Shares nothing with the tested code. */
function holds(value: unknown, operator: FilterOperator, values: readonly unknown[]): boolean {
  if (operator === 'eq') return values.includes(value);
  if (operator === 'ne') return !values.includes(value);
  if (value === null) return false;
  const [first, second] = values as readonly [never, never];
  if (operator === 'lt') return (value as number) < first;
  if (operator === 'le') return (value as number) <= first;
  if (operator === 'gt') return (value as number) > first;
  if (operator === 'ge') return (value as number) >= first;
  if (operator === 'between') return (value as number) >= first && (value as number) <= second;
  if (typeof value !== 'string') return false;
  const ignores = operator.startsWith('i');
  const [text, wanted] = ignores
    ? [lower(value), (values as readonly string[]).map(lower)]
    : [value, values as string[]];
  if (operator === 'iEq') return wanted.includes(text);
  return wanted.some((part) => {
    if (/starts/i.test(operator)) return text.slice(0, part.length) === part;
    if (/ends/i.test(operator)) return part === '' || text.slice(-part.length) === part;
    return text.split(part).length > 1 || part === '';
  });
}

/** The statements of the guide about conditions, over rows of which some are visible. */
export function modelOf({ links, rows, rules }: FilterWorld, hasRowFilter = false) {
  const rowOf = (type: string, id: string): Row | undefined => rows.get(type)?.find((row) => row.id === id);
  const matches = (
    type: string,
    row: Row,
    condition: ConditionOrGroup<FilterTerm>,
    isSeen: (type: string, id: string) => boolean,
  ): boolean => {
    if ('and' in condition) return condition.and.every((it) => matches(type, row, it, isSeen));
    if ('or' in condition) return condition.or.some((it) => matches(type, row, it, isSeen));
    if ('not' in condition) return !matches(type, row, condition.not, isSeen);
    const { field, operator, values } = condition;
    const [name = '', ...rest] = field.split('.');
    const link = links.get(type)?.find((it) => it.name === name);
    if (link === undefined) return holds(name === 'id' ? row.id : row.values[name], operator, values);
    const seen = (row.links[name] ?? []).filter((id) => isSeen(link.target, id));
    if (rest.length > 0) {
      return seen.some((id) => {
        const related = rowOf(link.target, id);
        return (
          related !== undefined && matches(link.target, related, { field: rest.join('.'), operator, values }, isSeen)
        );
      });
    }
    const equals = seen.length === 0 ? values.includes(null) : seen.some((id) => values.includes(id));
    return equals === (operator === 'eq');
  };
  // With a row filter, a link is seen if the row of the resource matches it.
  const exists = (type: string, id: string): boolean => !hasRowFilter || rowOf(type, id) !== undefined;
  const visible = new Map(
    [...rows].map(([type, own]) => {
      const rule = rules.get(type) as Rule;
      const all = own.filter((row) => rule === true || rule.every((it) => matches(type, row, it, exists)));
      return [type, new Set(all.map(({ id }) => id))];
    }),
  );
  // Of a type without restriction, links to missing resources are seen as well.
  const isSeen = (type: string, id: string): boolean =>
    (rules.get(type) === true && exists(type, id)) || visible.get(type)?.has(id) === true;
  /** The value of a field of a row, or of a visible resource that its to-one relationships lead to. */
  const seenValue = (type: string, row: Row, [name = '', ...rest]: readonly string[]): unknown => {
    if (rest.length === 0) return name === 'id' ? row.id : row.values[name];
    const target = links.get(type)?.find((it) => it.name === name)?.target ?? '';
    const related = (row.links[name] ?? []).filter((id) => isSeen(target, id)).map((id) => rowOf(target, id));
    return related[0] === undefined ? null : seenValue(target, related[0], rest);
  };
  return {
    /** Whether a row matches all conditions of a rule. */
    matchesRule: (type: string, id: string, conditions: readonly FilterCondition[]): boolean =>
      conditions.every((it) => matches(type, rowOf(type, id) as Row, it, exists)),
    visible: (type: string): ReadonlySet<string> => visible.get(type) as ReadonlySet<string>,
    /** Compares two rows of a type by a field: null is least. */
    compare: (type: string, left: string, right: string, field: string): number => {
      const [a, b] = [left, right].map((id) => seenValue(type, rowOf(type, id) as Row, field.split('.'))) as never[];
      if (a === b) return 0;
      if (a === null || b === null) return a === null ? -1 : 1;
      return (a as never) < (b as never) ? -1 : 1;
    },
    found: (type: string, filter: readonly FilterCondition[]): string[] =>
      (rows.get(type) ?? [])
        .filter(({ id }) => visible.get(type)?.has(id))
        .filter((row) => filter.every((it) => matches(type, row, it, isSeen)))
        .map(({ id }) => id),
  };
}
