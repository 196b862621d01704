import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { isObject, type Json, member, parseJson } from '../state/json.ts';
import { type Answer, type HeaderField, send } from '../state/send.ts';

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
  if (current === undefined) return <p>Reading the present version…</p>;
  const tag = current.headers.find(([name]) => name === 'etag')?.[1];
  const [mine, theirs] = [attributesOf(parseJson(body)), attributesOf(current.document)];
  return (
    <section aria-label="Conflict" class="conflict">
      <p>The resource has changed since you read it.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Your request</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(mine).map((name) => (
            <tr key={name} class={JSON.stringify(mine[name]) === JSON.stringify(member(theirs, name)) ? '' : 'marked'}>
              <th scope="row">{name}</th>
              <td>{JSON.stringify(mine[name])}</td>
              <td>{JSON.stringify(member(theirs, name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tag !== undefined && (
        <button type="button" onClick={() => onTag(target, tag)}>
          Use the present version for If-Match
        </button>
      )}
    </section>
  );
}

function attributesOf(document: Json | undefined): Readonly<Record<string, Json>> {
  const attributes = member(member(document, 'data'), 'attributes');
  return isObject(attributes) ? attributes : {};
}
