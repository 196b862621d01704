import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_TEXT } from './document-editor.tsx';
import { formatJson } from './json-text.ts';

interface Properties {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onNotice: (notice: string) => void;
}

/** Returns what to do with a document that is too long for the page. */
export function tooLong(length: number): string {
  const [most, actual] = [MAX_TEXT, length].map((count) => count.toLocaleString('en-US'));
  return `The editor accepts documents of at most ${most} characters, but this one would have ${actual}. Run: npx @linkage/conformance validate <file>`;
}

/** Reads a file of the reader into the editor. */
async function read(
  file: File | undefined,
  onText: (text: string) => void,
  onNotice: (notice: string) => void,
): Promise<void> {
  if (file === undefined) return;
  // A character has at most three bytes for each unit of a text.
  if (file.size > MAX_TEXT * 3) {
    onNotice(tooLong(file.size));
    return;
  }
  const text = await file.text();
  if (text.length > MAX_TEXT) onNotice(tooLong(text.length));
  else onText(text);
}

/** Returns the properties of an element onto which a reader can drop a file. */
export function dropTarget(
  onText: (text: string) => void,
  onNotice: (notice: string) => void,
): { readonly onDragOver: (event: DragEvent) => void; readonly onDropCapture: (event: DragEvent) => void } {
  return {
    onDragOver: (event) => event.preventDefault(),
    // Before the editor, which would insert the file at the place of the pointer.
    onDropCapture: (event) => {
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void read(file, onText, onNotice);
    },
  };
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The ways into the editor beside typing: a file, and a URL. The button formats what is there. */
export function DocumentSource({ text, onText, onNotice }: Properties): JSX.Element {
  const [url, setUrl] = useState('');
  const format = (): void => {
    try {
      JSON.parse(text);
    } catch (error) {
      onNotice(`Only JSON can be formatted. ${error instanceof Error ? error.message : ''}`);
      return;
    }
    onText(formatJson(text));
  };
  return (
    <div class="source">
      <label class="file">
        Open or drop a file{' '}
        <input
          type="file"
          accept=".json,application/json,application/vnd.api+json"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0], onText, onNotice);
            currentTarget.value = '';
          }}
        />
      </label>
      <button type="button" onClick={format}>
        Format
      </button>
      <label>
        Or a URL{' '}
        <input
          type="url"
          value={url}
          placeholder="https://"
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </label>
      {url !== '' && (
        <p>
          This page sends nothing to other hosts. These commands check the document, and explore the API with its header
          fields: <code>npx @linkage/conformance validate {quoted(url)}</code> or{' '}
          <code>npx @linkage/explorer {quoted(url)}</code>
        </p>
      )}
    </div>
  );
}
