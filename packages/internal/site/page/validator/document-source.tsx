import { jsonSyntaxError, jsonSyntaxMessage } from '@linkage/core/internal';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_TEXT } from './document-editor.tsx';
import { MAX_HEADERS } from './http-message.ts';
import { formatJson } from './json-text.ts';

interface Properties {
  readonly text: string;
  readonly headers: string | undefined;
  /** The name of the last file. */
  readonly fileName: string | undefined;
  readonly onText: (text: string) => void;
  readonly onHeaders: (headers: string | undefined) => void;
  readonly onFile: OnFile;
  readonly onNotice: (notice: string) => void;
}

type OnFile = (text: string, name: string) => void;

/** Returns what to do with a document that is too long for the page. */
export function tooLong(length: number): string {
  const [most, actual] = [MAX_TEXT, length].map((count) => count.toLocaleString('en-US'));
  return `The editor accepts documents of at most ${most} characters, but this one would have ${actual}. Run: npx @linkage/conformance validate <file>`;
}

/** Reads a file of the reader into the editor. */
async function read(file: File | undefined, onFile: OnFile, onNotice: (notice: string) => void): Promise<void> {
  if (file === undefined) return;
  // A character has at most three bytes for each unit of a string.
  if (file.size > MAX_TEXT * 3) {
    onNotice(tooLong(file.size));
    return;
  }
  const text = await file.text();
  if (text.length > MAX_TEXT) onNotice(tooLong(text.length));
  else onFile(text, file.name);
}

/** Returns the properties of an element onto which a reader can drop a file. */
export function dropTarget(
  onFile: OnFile,
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
      void read(file, onFile, onNotice);
    },
  };
}

/** Quotes a string for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The ways into the editor beside typing: a file, a URL, and headers. The button formats what is there. */
export function DocumentSource({
  text,
  headers,
  fileName,
  onText,
  onHeaders,
  onFile,
  onNotice,
}: Properties): JSX.Element {
  const [url, setUrl] = useState('');
  const format = (): void => {
    try {
      JSON.parse(text);
    } catch {
      onNotice(`Only JSON can be formatted. ${jsonSyntaxMessage(text, jsonSyntaxError(text))}`);
      return;
    }
    onText(formatJson(text));
  };
  return (
    <div class="source">
      <label class="file">
        Open or drop a file
        <input
          type="file"
          accept=".json,application/json,application/vnd.api+json"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0], onFile, onNotice);
            currentTarget.value = '';
          }}
        />
      </label>
      {/* The browser's own text would stay "No file chosen" after a file is dropped. */}
      {fileName !== undefined && <span>Last file: {fileName}</span>}
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
          This page sends nothing to other hosts. Run <code>curl -i {quoted(url)}</code>, and paste all that it prints
          into the editor: the page also checks the headers. Or explore the API:{' '}
          <code>npx @linkage/explorer {quoted(url)}</code>
        </p>
      )}
      <details class="headers" open={headers !== undefined}>
        <summary>Headers</summary>
        <p class="remark">
          The page checks <code>Content-Type</code>, <code>Vary</code>, and <code>Location</code>. It leaves out the
          other fields of a response that you paste, which can contain secrets.
        </p>
        <textarea
          aria-label="Headers"
          rows={5}
          spellcheck={false}
          maxLength={MAX_HEADERS}
          placeholder="Content-Type: application/vnd.api+json"
          value={headers ?? ''}
          onInput={({ currentTarget: { value } }) => onHeaders(value.trim() === '' ? undefined : value)}
        />
      </details>
    </div>
  );
}
