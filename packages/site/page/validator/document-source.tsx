import { jsonSyntaxError, jsonSyntaxMessage } from '@linkage/core/internal';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_TEXT } from './document-editor.tsx';
import { formatJson } from './json-text.ts';

interface Properties {
  readonly text: string;
  /** The name of the last file. */
  readonly fileName: string | undefined;
  readonly onText: (text: string) => void;
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
  // A character has at most three bytes for each unit of a text.
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

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The ways into the editor beside typing: a file, and a URL. The button formats what is there. */
export function DocumentSource({ text, fileName, onText, onFile, onNotice }: Properties): JSX.Element {
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
          This page sends nothing to other hosts. These commands check the document, and explore the API with its header
          fields: <code>npx @linkage/conformance validate {quoted(url)}</code> or{' '}
          <code>npx @linkage/explorer {quoted(url)}</code>
        </p>
      )}
    </div>
  );
}
