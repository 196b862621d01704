import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { hrefOf, type Json } from '../state/json.ts';
import { Link } from './controls.tsx';

const names = ['first', 'prev', 'next', 'last'] as const;
const arrows = { first: ['« ', ''], prev: ['‹ ', ''], next: ['', ' ›'], last: ['', ' »'] } as const;

/** The pagination links of a document. A missing page has no link. */
export function PageLinks({
  label = 'Pages',
  document,
}: {
  readonly label?: string;
  readonly document: Json | undefined;
}): JSX.Element | null {
  const { targetOf } = usePage();
  const links = names.flatMap((name) => {
    const href = hrefOf(document, name);
    const target = href === undefined ? undefined : targetOf(href);
    return target === undefined ? [] : [{ name, target }];
  });
  // A list with one page has no other to lead to.
  if (links.every(({ target }) => target === links.at(0)?.target)) return null;
  return (
    <nav class="pages" aria-label={label}>
      {links.map(({ name, target }) => (
        <Link key={name} to={{ method: 'GET', target }}>
          <span aria-hidden="true">{arrows[name][0]}</span>
          {name}
          <span aria-hidden="true">{arrows[name][1]}</span>
        </Link>
      ))}
    </nav>
  );
}
