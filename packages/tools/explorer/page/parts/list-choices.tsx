import type { JSX } from 'preact';
import { cut } from '../state/json.ts';
import type { KnownField, PageSize } from '../state/knowledge.ts';
import { listOf, parameterOf, withoutPlace, withValue } from '../state/query.ts';
import { Choice } from './controls.tsx';
import type { PartProperties } from './field-choice.tsx';

const MAX_TEXT = 100;

const sizes = [5, 10, 25, 50, 100, 250, 500, 1000];

/** How many resources a page contains. Another size has other pages, so the list begins again. */
export function PageSizeChoice({
  pageSize,
  target,
  onTarget,
}: PartProperties & { readonly pageSize: PageSize }): JSX.Element {
  const { parameter, maximum = Number.POSITIVE_INFINITY, default: usual } = pageSize;
  const chosen = parameterOf(target, parameter) ?? '';
  const offered = [...sizes.filter((it) => it < maximum), ...(Number.isFinite(maximum) ? [maximum] : [])];
  const choose = (value: string): void => onTarget(withoutPlace(withValue(target, parameter, value)));
  const first = ['', usual === undefined ? 'default' : `default (${usual})`] as const;
  const options = offered.map((it) => `${it}`);
  return (
    <Choice
      aria-label="Page size"
      value={chosen}
      options={[first, ...otherOf(chosen, options), ...options]}
      onChoose={choose}
    />
  );
}

/** Returns the chosen value as an option, if it is none of those that are offered. */
function otherOf(chosen: string, offered: readonly string[]): readonly (readonly [value: string, text: string])[] {
  return chosen === '' || offered.includes(chosen) ? [] : [[chosen, cut(chosen, MAX_TEXT)]];
}

/** The field by which a list is sorted first. */
export function SortChoice({
  fields,
  target,
  onTarget,
}: PartProperties & { readonly fields: readonly KnownField[] }): JSX.Element {
  const chosen = parameterOf(target, 'sort')?.split(',')[0] ?? '';
  const rest = listOf(target, 'sort').slice(1);
  const options = fields.flatMap(({ name }) => [
    [name, `${name}, ascending`] as const,
    [`-${name}`, `${name}, descending`] as const,
  ]);
  const offered = options.map(([value]) => value);
  return (
    <Choice
      aria-label="Sort by"
      value={chosen}
      options={[['', 'default order'], ...otherOf(chosen, offered), ...options]}
      onChoose={(value) => onTarget(withValue(target, 'sort', [value, ...rest].filter(Boolean).join(',')))}
    />
  );
}
