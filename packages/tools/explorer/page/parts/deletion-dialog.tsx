import type { JSX } from 'preact';
import type { Deletion } from '../hooks/use-changes.ts';
import { usePage } from '../hooks/use-page.ts';
import { labelField, labelOf } from '../state/form.ts';
import { cut, textOf } from '../state/json.ts';
import { versionOf } from '../state/versions.ts';
import { Dialog } from './dialog.tsx';

const MAX_TEXT = 200;

/** Asks before a resource is deleted: it names the resource, and its button sends the request. */
export function DeletionDialog({ deletion }: { readonly deletion: Deletion }): JSX.Element {
  const { known, decide } = usePage();
  const { address, read } = deletion;
  const { resource, tag } = versionOf(read);
  const [type, id] = [textOf(resource?.['type'] ?? ''), textOf(resource?.['id'] ?? '')];
  const label = resource === undefined ? '' : labelOf(resource, labelField(known.get(type)));
  return (
    <Dialog labelledBy="deletion" onCancel={() => decide('cancel')}>
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
        <button type="button" onClick={() => decide('cancel')}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={() => decide('delete')}>
          Delete
        </button>
        <button type="button" onClick={() => decide('show')}>
          Show the request
        </button>
      </p>
    </Dialog>
  );
}
