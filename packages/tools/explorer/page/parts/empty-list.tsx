import type { JSX } from 'preact';
import { formatTarget, isPlace, parseTarget } from '../state/query.ts';
import type { Open } from './navigation.tsx';

/** Says that a list is empty. If that can be due to its filters or its page, a button shows the list without them. */
export function EmptyList({ target: text, open }: { readonly target: string; readonly open: Open }): JSX.Element {
  const target = parseTarget(text);
  const isFilter = (name: string): boolean => /^filter\b/.test(name);
  const hasFilter = target.parameters.some(([name]) => isFilter(name));
  const parameters = target.parameters.filter(([name]) => !isFilter(name) && !isPlace(name));
  return (
    <p class="dim">
      The list is empty.{' '}
      {parameters.length < target.parameters.length && (
        <button
          type="button"
          class="small"
          onClick={() => open({ method: 'GET', target: formatTarget({ ...target, parameters }) })}
        >
          {hasFilter ? 'Remove the filters' : 'Show the first page'}
        </button>
      )}
    </p>
  );
}
