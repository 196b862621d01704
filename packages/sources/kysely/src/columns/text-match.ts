import type { FilterOperator } from '@linkage/core';
import type { ColumnType } from './column-type.ts';

/** A comparison of a column with a text. */
export interface TextMatch {
  readonly kind: 'equals' | 'contains' | 'startsWith' | 'endsWith';
  /** Whether the letters A to Z match in both cases. */
  readonly ignoresCase: boolean;
  readonly value: string;
  /** The value, with a backslash before `%`, `_`, and backslashes: it stands for itself in a pattern of LIKE. */
  readonly literal: string;
  /** The pattern of LIKE whose escape character is the backslash. */
  readonly pattern: string;
}

const kinds: Readonly<Partial<Record<FilterOperator, TextMatch['kind']>>> = Object.assign(Object.create(null), {
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  iEq: 'equals',
  iContains: 'contains',
  iStartsWith: 'startsWith',
  iEndsWith: 'endsWith',
} satisfies Partial<Record<FilterOperator, TextMatch['kind']>>);

/** Whether a column can be compared with texts by their characters. A column of an unknown type can. */
export function holdsText(type: ColumnType | undefined): boolean {
  return type === undefined || type.kind === 'text' || type.kind === 'other';
}

/** Returns the comparison that an operator makes with a value, or undefined if the operator does not compare texts. */
export function textMatchOf(operator: FilterOperator, value: string): TextMatch | undefined {
  const kind = kinds[operator];
  if (kind === undefined) return undefined;
  const literal = value.replace(/[\\%_]/g, '\\$&'); // sabotage: signs-pattern-not-escaped
  const before = kind === 'contains' || kind === 'endsWith' ? '%' : '';
  const after = kind === 'contains' || kind === 'startsWith' ? '%' : '';
  return { kind, ignoresCase: operator.startsWith('i'), value, literal, pattern: `${before}${literal}${after}` };
}
