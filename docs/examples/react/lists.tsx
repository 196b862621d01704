import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from './page.ts';

export function List({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { data: page, error } = useQuery(queries.list);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <section aria-label="List">
      <p>{page?.total} articles</p>
      <ul>
        {page?.data.map(({ id, title, author }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(id)}>
              {title}
            </button>
            , by {author?.name ?? 'nobody'}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reads the next page when its end becomes visible. */
export function Scroll() {
  const { data, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery(queries.scroll);
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && hasNextPage && !isFetching) void fetchNextPage();
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [fetchNextPage, hasNextPage, isFetching]);
  return (
    <section aria-label="Scroll">
      <ol>
        {data?.pages
          .flatMap((page) => page.data)
          .map(({ id, title }) => (
            <li key={id} style={{ height: 60 }}>
              {title}
            </li>
          ))}
      </ol>
      <p ref={end}>{hasNextPage ? 'More follow' : 'That is all'}</p>
    </section>
  );
}
