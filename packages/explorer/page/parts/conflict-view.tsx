import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { cut, isObject, type Json, type JsonObject, member, parseJson } from '../state/json.ts';
import { isSame, previewOf, sizeOf } from '../state/preview.ts';
import { type Answer, type HeaderField, send } from '../state/send.ts';

/** The browser must not lay out long values, or many of them. */
const MAX_TEXT = 1000;
const MAX_NAME = 200;
const MAX_FIELDS = 100;

/** A field of the request, as the table shows it. */
interface Field {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
  readonly isSame: boolean;
}

/** After 412: the values of the request beside the present values, so that the user can decide which ones to send. */
export function ConflictView({
  settings,
  answer,
  body,
  headers,
  onTag,
}: {
  readonly settings: Settings;
  readonly answer: Answer;
  readonly body: string;
  readonly headers: readonly HeaderField[];
  readonly onTag: (target: string, tag: string) => void;
}): JSX.Element {
  const [current, setCurrent] = useState<Answer>();
  const { target } = answer.address;
  useEffect(() => {
    const controller = new AbortController();
    const address = { method: 'GET', target } as const;
    void send({ api: settings.requests, address, headers, body: '', ifMatch: undefined }, controller.signal).then(
      setCurrent,
      () => undefined,
    );
    return () => controller.abort();
  }, [answer]);
  const mine = useMemo(() => attributesOf(parseJson(body)), [body]);
  const fields = useMemo(() => fieldsOf(mine, attributesOf(current?.document)), [mine, current]);
  if (current === undefined) return <p>Reading the present version…</p>;
  const tag = current.headers.find(([name]) => name === 'etag')?.[1];
  const rest = Object.keys(mine).length - fields.length;
  return (
    <section aria-label="Conflict" class="conflict">
      <p>The resource has changed since you read it.</p>
      {current.isCut && <p class="bad">The present version is too long: the page has stopped reading it.</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Your request</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name} class={field.isSame ? '' : 'marked'}>
              <th scope="row">{cut(field.name, MAX_NAME)}</th>
              <td>{field.mine}</td>
              <td>{field.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p class="dim">{rest} more fields are in your request.</p>}
      {tag !== undefined && (
        <button type="button" onClick={() => onTag(target, tag)}>
          Use the present version for If-Match
        </button>
      )}
    </section>
  );
}

function fieldsOf(mine: JsonObject, theirs: JsonObject): readonly Field[] {
  return Object.keys(mine)
    .slice(0, MAX_FIELDS)
    .map((name) => {
      const [one, other] = [mine[name], member(theirs, name)];
      return { name, mine: shown(one), theirs: shown(other), isSame: isSame(one, other) };
    });
}

/** Returns the beginning of a value, and the size of a long one. */
function shown(value: Json | undefined): string {
  const text = previewOf(value, MAX_TEXT);
  return text.length > MAX_TEXT ? `${text} (${sizeOf(value)})` : text;
}

function attributesOf(document: Json | undefined): JsonObject {
  const attributes = member(member(document, 'data'), 'attributes');
  return isObject(attributes) ? attributes : {};
}
