import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { cut } from '../state/json.ts';
import { formatTarget, listOf, parseTarget, withoutPlace, withValue } from '../state/query.ts';

const MAX_NAME = 120;

interface SortHeaderProperties {
  readonly name: string;
  readonly class: string;
  readonly target: string;
}

/** The header of a column. A click sorts by it, a second one in the other direction, and a third one as the API does. */
export function SortHeader({ name, class: look, target: text }: SortHeaderProperties): JSX.Element {
  const { open } = usePage();
  const target = parseTarget(text);
  const [first = '', ...rest] = listOf(target, 'sort');
  const direction = first === name ? 'ascending' : first === `-${name}` ? 'descending' : 'none';
  const next = direction === 'none' ? name : direction === 'ascending' ? `-${name}` : '';
  const others = [direction === 'none' ? first : '', ...rest].filter((it) => it.replace(/^-/, '') !== name);
  // The other pages are those of the old order.
  const sorted = withoutPlace(withValue(target, 'sort', [next, ...others].filter(Boolean).join(',')));
  return (
    <th scope="col" class={look} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => open({ method: 'GET', target: formatTarget(sorted) })}>
        {cut(name, MAX_NAME)}
        <span aria-hidden="true">{{ none: ' ↕', ascending: ' ↑', descending: ' ↓' }[direction]}</span>
      </button>
    </th>
  );
}
