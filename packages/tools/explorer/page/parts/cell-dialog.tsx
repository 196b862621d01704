import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { valueOfField, withField } from '../state/form.ts';
import { cut, errorsOf, type Json, type JsonObject, member, objectAt, parseJson, toText } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { isSame, previewOf } from '../state/preview.ts';
import { mistakeIn } from '../state/schema-mistakes.ts';
import { type Answer, messageOf, read } from '../state/send.ts';
import { type Version, versionOf } from '../state/versions.ts';
import { submits } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorList } from './error-list.tsx';
import { ValueInput } from './value-input.tsx';

const MAX_TEXT = 300;
const MARGIN = 8;

/** A cell of a table that the user edits. */
export interface EditedCell {
  readonly row: JsonObject;
  readonly field: KnownField;
  /** The target of the resource. */
  readonly target: string;
  /** The element that shows the value. */
  readonly element: HTMLElement;
}

/** Why a value is not saved. Saving again sends it, if it can be sent. */
interface Problem {
  readonly text: string;
  readonly errors?: readonly JsonObject[];
}

/** Places the dialog over the cell, inside of the window. */
function placeOver(cell: HTMLElement, dialog: HTMLElement): void {
  const { left, top } = cell.getBoundingClientRect();
  const { width, height } = dialog.getBoundingClientRect();
  dialog.style.margin = '0';
  dialog.style.left = `${Math.max(MARGIN, Math.min(left - MARGIN, innerWidth - width - MARGIN))}px`;
  dialog.style.top = `${Math.max(MARGIN, Math.min(top - MARGIN, innerHeight - height - MARGIN))}px`;
}

/** Returns a row with the values of a response, as far as the row has them. */
function updatedRow(row: JsonObject, field: KnownField, value: Json, shown: JsonObject | undefined): JsonObject {
  const same = shown !== undefined && shown['type'] === row['type'] && shown['id'] === row['id'] ? shown : {};
  const own = objectAt(parseJson(withField(toText({ data: row }), field, value)), 'data');
  const parts = ['attributes', 'relationships'].flatMap((part) => {
    const fields = objectAt(own, part);
    const present = Object.entries(objectAt(same, part)).filter(([name]) => Object.hasOwn(fields, name));
    return Object.hasOwn(own, part) ? [[part, { ...fields, ...Object.fromEntries(present) }] as const] : [];
  });
  return { ...own, ...Object.fromEntries(parts) };
}

/** Edits the value of a cell where it stands. The change has the condition of the version that is read when it opens. */
export function CellDialog({
  row,
  field,
  target,
  element,
  onClose,
}: EditedCell & { readonly onClose: () => void }): JSX.Element {
  const { settings, headers, requests, table } = usePage();
  const before = valueOfField({ data: row }, field);
  const [value, setValue] = useState(before);
  const [problem, setProblem] = useState<Problem>();
  const [isSaving, setSaving] = useState(false);
  const [hasNoTag, setHasNoTag] = useState(false);
  // What the user has seen of the value: the row, and then each version of which a message has told.
  const seen = useRef(before);
  const [version, setVersion] = useState<Promise<Version>>();
  const abort = useRef(new AbortController());
  /** Reads the present version, and says if its value differs from the one that the user has seen. */
  const readVersion = async (): Promise<Version> => {
    const answer = await read(settings, headers, target, abort.current.signal);
    if (answer.status >= 300)
      throw new Error(`The server responds with ${answer.status} to GET ${cut(target, MAX_TEXT)}.`);
    const found = versionOf(answer);
    setHasNoTag(found.tag === undefined);
    return found;
  };
  useEffect(() => {
    const reading = readVersion();
    setVersion(reading);
    reading.then(tellOther, (error: unknown) => abort.current.signal.aborted || setProblem({ text: messageOf(error) }));
    return () => abort.current.abort();
  }, []);
  const tellOther = ({ resource }: Version): boolean => {
    const now = valueOfField({ data: resource ?? {} }, field);
    if (now === undefined || isSame(now, seen.current)) return false;
    seen.current = now;
    const text = `Others have changed it. Now: ${previewOf(now, MAX_TEXT)}. Save writes your value.`;
    setProblem((present) => ({ ...present, text }));
    return true;
  };
  const finish = (result: Answer, sent: Json): void => {
    table.replace(updatedRow(row, field, sent, versionOf(result).resource));
    onClose();
  };
  const save = async (): Promise<void> => {
    if (value === undefined || (isSame(value, before) && seen.current === before)) return onClose();
    const mistake = field.kind === 'attribute' ? mistakeIn(field.schema, value) : undefined;
    const text = mistake === undefined ? '' : `The value ${mistake}. Save again to send it anyway.`;
    if (text !== '' && problem?.text !== text) return setProblem({ text });
    setSaving(true);
    const { signal } = abort.current;
    try {
      const { tag, resource } = await (version ?? readVersion());
      if (tellOther({ tag, resource })) return;
      const { type = '', id = '' } = row;
      const body = withField(toText({ data: { type, id } }), field, value);
      const result = await requests.change({ method: 'PATCH', target }, body, tag, signal);
      if (result.status < 300 && result.status !== 202) return finish(result, value);
      const isOld = result.status === 412;
      const next = isOld ? '. The resource has changed since you opened the cell: Save writes your value.' : '';
      // The errors of 412 say what the editor does by itself.
      const errors = isOld ? [] : errorsOf(result.document);
      setProblem({ text: `${result.status} ${result.statusText}${next}`, errors });
      if (!isOld) return;
      const present = readVersion();
      setVersion(present);
      tellOther(await present);
    } catch (error) {
      setVersion(undefined);
      const text = signal.aborted ? 'Canceled: the server can have executed it.' : messageOf(error);
      setProblem({ text });
    } finally {
      setSaving(false);
    }
  };
  /** Closes the editor. While it saves, it stays, and stops to wait. */
  const cancel = (): void => {
    if (!isSaving) onClose();
    abort.current.abort();
    abort.current = new AbortController();
  };
  return (
    <Dialog labelledBy="edited-cell" onCancel={cancel} place={(dialog) => placeOver(element, dialog)}>
      <form class="cell-editor" onSubmit={submits(() => void save())}>
        <h2 id="edited-cell" class="hidden">
          {cut(`${field.name} of ${textOf(row)}`, MAX_TEXT)}
        </h2>
        <ValueInput
          id={`cell-${field.name}`}
          {...{ field, value }}
          mistake={problem && 'edited-cell-problem'}
          onValue={setValue}
        />
        <div role="alert" id="edited-cell-problem">
          {problem !== undefined && <p class="bad break">{problem.text}</p>}
          <ErrorList errors={problem?.errors ?? []} />
        </div>
        {hasNoTag && <p class="warn">The API does not send a strong ETag: a change of others can be overwritten.</p>}
        <p class="row">
          <button type="submit" class="primary" disabled={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function textOf(row: JsonObject): string {
  return [member(row, 'type'), member(row, 'id')].join(' ');
}
