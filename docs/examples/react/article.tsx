import { errorsByField, hasStatus } from '@linkage/client';
import { JsonApiError } from '@linkage/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from './page.ts';

/** A form with the title of an article. It saves only over the state that it shows. */
export function Article({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: answer } = useQuery(queries.article(id));
  const save = useMutation(queries.save);
  const rename = useMutation(queries.rename);
  const remove = useMutation(queries.remove);
  const publish = useMutation(queries.publish);
  /** The text that the user has typed, and the tag of the state that the text changes. */
  const [draft, setDraft] = useState<{ readonly title: string; readonly etag: string | undefined }>();
  const [undo, setUndo] = useState<() => void>();
  if (answer === undefined) return <p>Loading</p>;
  const { data: article } = answer;
  const current = { title: article.title, etag: answer.etagOf(article) };
  const { title, etag } = draft ?? current;
  const saveOver = (ifMatch: string | undefined): void =>
    save.mutate(
      { id, attributes: { title }, ...(ifMatch === undefined ? {} : { ifMatch }) },
      {
        onSuccess({ etag: saved = '' }) {
          setDraft(undefined);
          setUndo(() => () => rename.mutate({ id, attributes: { title: current.title }, ifMatch: saved }));
        },
      },
    );
  const problem = JsonApiError.is(save.error) ? errorsByField(save.error).title?.at(0)?.detail : undefined;
  return (
    <section aria-label="Article">
      <label>
        Title
        <input value={title} onChange={({ target }) => setDraft({ title: target.value, etag })} />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <p>
        By {article.author?.name ?? 'nobody'}, {article.publishedAt === null ? 'not published' : 'published'}
      </p>
      <button type="button" onClick={() => saveOver(etag)}>
        Save
      </button>
      <button type="button" onClick={() => rename.mutate({ id, attributes: { title } })}>
        Save without waiting
      </button>
      {undo && (
        <button type="button" onClick={undo}>
          Undo
        </button>
      )}
      <button type="button" onClick={() => publish.mutate({ id })}>
        Publish
      </button>
      <button type="button" onClick={() => remove.mutate({ id }, { onSuccess: onClose })}>
        Delete
      </button>
      {hasStatus(save.error, 412) && (
        <p role="alert">
          Somebody has changed the title to “{current.title}”.
          <button type="button" onClick={() => saveOver(current.etag)}>
            Keep mine
          </button>
        </p>
      )}
    </section>
  );
}
