import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { cut } from '../state/json.ts';
import { Small, submits, TextBox } from './controls.tsx';

const MAX_LENGTH = 200;

/** The source of the types and fields that the page knows, a field for the URL of another one, and why it cannot be read. */
export function DescriptionView(): JSX.Element {
  const { described, source, failure, read } = usePage().description;
  const [url, setUrl] = useState('');
  return (
    <>
      <p role="status" class="bad">
        {failure !== undefined && `The description cannot be read: ${cut(failure, MAX_LENGTH)}`}
      </p>
      <details class="description">
        <summary>Description{described === undefined ? '' : `: ${described.kind}`}</summary>
        <p class="dim break">
          {source === undefined
            ? 'The page learns types and fields from documents. A description, such as an OpenAPI document in JSON, tells all of them.'
            : cut(source, MAX_LENGTH)}
        </p>
        <form class="row" onSubmit={submits(() => url.trim() !== '' && read(url.trim()))}>
          <TextBox
            aria-label="URL of a description"
            placeholder="/openapi.json"
            autocapitalize="off"
            value={url}
            onText={setUrl}
          />
          <Small type="submit">Read</Small>
        </form>
      </details>
    </>
  );
}
