import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { hrefOf, type Json } from '../state/json.ts';
import { Link, submits } from './controls.tsx';

const names = ['first', 'prev', 'next', 'last'] as const;
const arrows = { first: ['« ', ''], prev: ['‹ ', ''], next: ['', ' ›'], last: ['', ' »'] } as const;

/** Returns a number as a person reads it: `135,233`. */
export function numberText(value: number): string {
  return value.toLocaleString('en');
}

/** The pagination links of a document, and the number of its page. A missing page has no link. */
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
  // A list with one page has no other to lead to: its first page is the last one.
  const isOne = links.every(({ name, target }) => target === links[0]?.target && (name === 'first' || name === 'last'));
  if (isOne) return null;
  return (
    <nav class="pages" aria-label={label}>
      {links.map(({ name, target }) => (
        <Link key={name} to={{ method: 'GET', target }}>
          <span aria-hidden="true">{arrows[name][0]}</span>
          {name}
          <span aria-hidden="true">{arrows[name][1]}</span>
        </Link>
      ))}
      <PageNumber />
    </nav>
  );
}

/** The number of the page, which can be changed. */
function PageNumber(): JSX.Element | null {
  const { table, open } = usePage();
  const { page, pages, targetOfPage } = table.place;
  if (page === undefined || targetOfPage === undefined) return null;
  const go = (form: HTMLFormElement | null): void => {
    const value = form?.querySelector('input')?.valueAsNumber ?? page;
    if (form?.reportValidity() && value !== page) open({ method: 'GET', target: targetOfPage(value) });
  };
  return (
    <form class="row" onSubmit={(event) => submits(() => go(event.currentTarget))(event)}>
      <label>
        Page <input key={page} type="number" min={1} max={pages} required defaultValue={`${page}`} />
      </label>
      {pages !== undefined && <span>of {numberText(pages)}</span>}
    </form>
  );
}
