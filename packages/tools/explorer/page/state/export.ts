import { arrayAt, hrefOf, isObject, type Json, type JsonObject, member, objectAt } from './json.ts';
import { type Answer, headerOf } from './send.ts';

/** The formats of an export. */
export type ExportFormat = 'csv' | 'json';

/** A resource object as it is in memory, and what each format writes around all of them. */
interface Writer {
  readonly start: string;
  readonly end: string;
  readonly between: string;
  readonly row: (resource: JsonObject) => string;
}

/** A larger file is not written. */
const MAX_BYTES = 500_000_000;
const MAX_WAIT_SECONDS = 60;
const MAX_REPEATS = 5;

/** Returns the text of a value in a file of comma-separated values: an empty one for null, and the ids of members. */
function plainText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Returns a cell of comma-separated values. Programs read a text that begins with `=`, `+`, `-`, or `@` as a formula, so that it gets an
 * apostrophe. A number stays as it is.
 */
export function csvCell(value: Json | undefined): string {
  const text = plainText(value);
  const safe = typeof value === 'string' && /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function linkageText(relationship: Json | undefined): Json | undefined {
  const data = member(relationship, 'data');
  const members = Array.isArray(data) ? data : [data];
  return data === undefined ? undefined : members.flatMap((it) => plainText(member(it, 'id')) || []).join(' ');
}

function columnValue(resource: JsonObject, column: string): Json | undefined {
  const attribute = member(objectAt(resource, 'attributes'), column) ?? member(objectAt(resource, 'meta'), column);
  return attribute === undefined ? linkageText(member(objectAt(resource, 'relationships'), column)) : attribute;
}

/** @param columns The fields of comma-separated values, in their order. */
function writerOf(format: ExportFormat, columns: readonly string[]): Writer {
  if (format === 'json')
    return { start: '{"data":[\n', end: '\n]}\n', between: ',\n', row: (it) => JSON.stringify(it) };
  const line = (values: readonly (Json | undefined)[]): string => values.map(csvCell).join();
  return {
    // Some programs need the mark to read UTF-8.
    start: `\u{feff}${line(['type', 'id', ...columns])}\r\n`,
    end: '\r\n',
    between: '\r\n',
    row: (it) => line([it['type'], it['id'], ...columns.map((column) => columnValue(it, column))]),
  };
}

/** The pages of a list, one after the other. */
export interface Pages {
  readonly first: string;
  readonly read: (target: string) => Promise<Answer>;
  /** Returns the target of a link of a response. */
  readonly follow: (link: string, answer: Answer) => string | undefined;
  readonly signal: AbortSignal;
}

/** Reads a page. If the server asks to wait, it waits. */
async function readPage({ read, signal }: Pages, target: string): Promise<Answer> {
  for (let count = 0; ; count++) {
    const answer = await read(target);
    const seconds = Number(headerOf(answer, 'retry-after') ?? Number.NaN);
    if (![429, 503].includes(answer.status) || !(seconds <= MAX_WAIT_SECONDS) || count === MAX_REPEATS) return answer;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal.throwIfAborted();
  }
}

/** Reads the resources of all pages: only one page is in memory. */
export async function* rowsOf(pages: Pages): AsyncGenerator<readonly JsonObject[]> {
  const seen = new Set<string>();
  for (let target: string | undefined = pages.first; target !== undefined; ) {
    if (seen.has(target)) throw new Error('A page leads to one that was read before.');
    seen.add(target);
    const answer: Answer = await readPage(pages, target);
    const data = member(answer.document, 'data');
    if (answer.status >= 300) throw new Error(`The server responds with ${answer.status} to GET ${target}.`);
    if (!Array.isArray(data)) throw new Error(`The response to GET ${target} is not a complete list.`);
    yield arrayAt(answer.document, 'data').filter(isObject);
    const next = hrefOf(answer.document, 'next');
    target = next === undefined ? undefined : pages.follow(next, answer);
    if (next !== undefined && target === undefined) throw new Error('The next page is not below the URL of the API.');
  }
}

/**
 * Writes resources into a file. The browser keeps the pages that are written, outside of the memory of the page.
 *
 * @param onRows Receives the number of resources after each page.
 */
export async function fileOf(
  rows: AsyncIterable<readonly JsonObject[]> | Iterable<readonly JsonObject[]>,
  format: ExportFormat,
  columns: readonly string[],
  onRows: (count: number) => void,
): Promise<Blob> {
  const writer = writerOf(format, columns);
  const parts: Blob[] = [new Blob([writer.start])];
  let [count, bytes] = [0, 0];
  for await (const page of rows) {
    const text = page.map(writer.row).join(writer.between);
    const part = new Blob([count > 0 && page.length > 0 ? writer.between : '', text]);
    parts.push(part);
    count += page.length;
    bytes += part.size;
    if (bytes > MAX_BYTES)
      throw new Error(`The file would have more than ${MAX_BYTES / 1_000_000} MB. Filter the list.`);
    onRows(count);
  }
  return new Blob([...parts, writer.end], { type: format === 'csv' ? 'text/csv' : 'application/json' });
}

/** Lets the user save a file. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
