import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { labelField, labelOf } from '../state/form.ts';
import { cut, textOf } from '../state/json.ts';
import type { Knowledge } from '../state/knowledge.ts';
import { versionOf } from '../state/versions.ts';
import type { Deletion } from './use-changes.ts';

const MAX_TEXT = 200;

/** Asks before a resource is deleted: it names the resource, and its button sends the request. */
export function DeletionDialog({
  deletion: { address, read },
  known,
  onDelete,
  onShow,
  onCancel,
}: {
  readonly deletion: Deletion;
  readonly known: Knowledge;
  readonly onDelete: () => void;
  /** Shows the request instead, with its code and the button Send. */
  readonly onShow: () => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The focus returns to the button that has opened the dialog.
    return () => element?.close();
  }, []);
  const { resource, tag } = versionOf(read);
  const [type, id] = [textOf(resource?.['type'] ?? ''), textOf(resource?.['id'] ?? '')];
  const label = resource === undefined ? '' : labelOf(resource, labelField(known.get(type)));
  return (
    <dialog
      ref={dialog}
      aria-labelledby="deletion"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      // The keyboard repeats a key that is held: it can be the one that has opened the dialog.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
      }}
    >
      <h2 id="deletion">
        Delete {cut(type, MAX_TEXT)} {cut(id, MAX_TEXT)}?
      </h2>
      {label !== '' && (
        <p class="break">
          <strong dir="auto">{cut(label, MAX_TEXT)}</strong>
        </p>
      )}
      <p class="break">
        <code>DELETE {cut(address.target, MAX_TEXT)}</code>
      </p>
      {tag === undefined ? (
        <p class="warn">
          The API does not send a strong <code>ETag</code>, so the request does not have a condition: it can delete a
          change of others.
        </p>
      ) : (
        <p class="dim">The request fails with 412 if others change the resource before.</p>
      )}
      <p class="row">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={onDelete}>
          Delete
        </button>
        <button type="button" onClick={onShow}>
          Show the request
        </button>
      </p>
    </dialog>
  );
}
