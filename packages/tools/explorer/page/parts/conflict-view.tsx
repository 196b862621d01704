import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { cut, isObject, type Json, type JsonObject, member, parseJson } from '../state/json.ts';
import { isSame, previewOf, sizeOf } from '../state/preview.ts';
import { type Answer, type HeaderField, send } from '../state/send.ts';
import { versionOf } from '../state/versions.ts';
import type { Draft } from './use-draft.ts';

/** The browser must not lay out long values, or many of them. */
const MAX_TEXT = 1000;
const MAX_NAME = 200;
const MAX_FIELDS = 100;

/** A field that the user, or somebody else, has changed. */
interface Field {
  readonly name: string;
  readonly before: string;
  readonly mine: string;
  readonly now: string;
  /** Whether both have changed it, to different values. */
  readonly isContested: boolean;
}

/** After 412: what the user has changed beside what others have changed, so that the user can decide. */
export function ConflictView({
  settings,
  answer,
  draft,
  headers,
  onPresent,
}: {
  readonly settings: Settings;
  readonly answer: Answer;
  readonly draft: Draft;
  readonly headers: readonly HeaderField[];
  /** Begins again from the present version. */
  readonly onPresent: (present: Answer) => void;
}): JSX.Element | null {
  const [current, setCurrent] = useState<Answer>();
  const [isLost, setIsLost] = useState(false);
  const [reads, setReads] = useState(1);
  const { target, method } = answer.address;
  useEffect(() => {
    setCurrent(undefined);
    setIsLost(false);
    const controller = new AbortController();
    const address = { method: 'GET', target } as const;
    const sending = { api: settings.requests, apiUrl: settings.api, address, headers, body: '', ifMatch: undefined };
    void send(sending, controller.signal).then(setCurrent, () => setIsLost(!controller.signal.aborted));
    return () => controller.abort();
  }, [answer, reads]);
  const section = useRef<HTMLElement>(null);
  // A long form can be above it.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [current]);
  const before = draft.base?.version.resource;
  const { sent } = draft;
  const fields = useMemo(
    () =>
      fieldsOf(
        before && fieldValues(before),
        fieldValues(dataOf(parseJson(sent))),
        fieldValues(dataOf(current?.document)),
      ),
    [before, sent, current],
  );
  const readAgain = (
    <button type="button" class="small" onClick={() => setReads(reads + 1)}>
      Read it again
    </button>
  );
  if (isLost) return <p class="bad">The present version cannot be read. {readAgain}</p>;
  if (current === undefined) return <p>Reading the present version…</p>;
  const { tag } = versionOf(current);
  const isDelete = method === 'DELETE';
  if (tag !== undefined && tag === draft.ifMatch) return null;
  return (
    <section aria-label="Conflict" class="conflict" ref={section}>
      <h2>The resource has changed since you read it.</h2>
      {current.isCut && <p class="bad">The present version is too long: the page has stopped reading it.</p>}
      {current.status >= 300 && (
        <p class="bad">
          The server responds with {current.status} to GET {cut(target, MAX_NAME)}. {readAgain}
        </p>
      )}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {before !== undefined && <th scope="col">When you read it</th>}
              {!isDelete && <th scope="col">Your request</th>}
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {fields.slice(0, MAX_FIELDS).map((field) => (
              <tr key={field.name} class={field.isContested ? 'marked' : ''}>
                <th scope="row">{cut(field.name, MAX_NAME)}</th>
                {before !== undefined && <td class="wide">{field.before}</td>}
                {!isDelete && <td class="wide">{field.mine}</td>}
                <td class="wide">{field.now}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fields.length > MAX_FIELDS && <p class="dim">{fields.length - MAX_FIELDS} more fields differ.</p>}
      {current.status < 300 && (
        <button type="button" class={isDelete ? 'danger' : 'primary'} onClick={() => onPresent(current)}>
          {isDelete ? 'Delete the present version' : 'Keep my changes, and begin from the present version'}
        </button>
      )}
    </section>
  );
}

/** Returns the fields of the request, and those that others have changed since the user has read the resource. */
function fieldsOf(before: JsonObject | undefined, mine: JsonObject, now: JsonObject): readonly Field[] {
  const others = before === undefined ? [] : Object.keys(now).filter((name) => !isSame(before[name], now[name]));
  return [...new Set([...Object.keys(mine), ...others])].map((name) => {
    const [was, one, other] = [member(before, name), member(mine, name), member(now, name)];
    const isTheirs = before === undefined || others.includes(name);
    return {
      name,
      before: shown(was),
      mine: one === undefined ? '' : shown(one),
      now: shown(other),
      isContested: isTheirs && one !== undefined && !isSame(one, other),
    };
  });
}

/** Returns the beginning of a value, and the size of a long one. */
function shown(value: Json | undefined): string {
  const text = previewOf(value, MAX_TEXT);
  return text.length > MAX_TEXT ? `${text} (${sizeOf(value)})` : text;
}

function dataOf(document: Json | undefined): Json | undefined {
  return member(document, 'data');
}

/** Returns the attributes and the linkage of a resource object by their names. A resource has no two fields of one name. */
function fieldValues(resource: Json | undefined): JsonObject {
  const [attributes, relationships] = [member(resource, 'attributes'), member(resource, 'relationships')];
  const linkage = Object.entries(isObject(relationships) ? relationships : {}).flatMap(([name, it]) => {
    const data = member(it, 'data');
    return data === undefined ? [] : [[name, data] as const];
  });
  return { ...(isObject(attributes) && attributes), ...Object.fromEntries(linkage) };
}
