import { useMutation, useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from './page.ts';

/** Creates articles, also without a connection: they wait, and survive a restart of the browser. */
export function Drafts() {
  const [title, setTitle] = useState('');
  const [name, setName] = useState('');
  const create = useMutation(queries.create);
  const createTogether = useMutation(queries.createTogether);
  const waiting = useMutationState({
    filters: { mutationKey: queries.create.mutationKey, status: 'pending' },
    select: ({ state: { variables } }) =>
      (variables as { readonly attributes: { readonly title: string } }).attributes.title,
  });
  return (
    <section aria-label="New">
      <input aria-label="New title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <button type="button" onClick={() => create.mutate({ attributes: { title } })}>
        Create
      </button>
      <input aria-label="Name of a new author" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={() => createTogether.mutate({ title, name })}>
        Create with author
      </button>
      <ul aria-label="Waiting">
        {waiting.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    </section>
  );
}
