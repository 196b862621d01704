import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { withField } from '../state/form.ts';
import { type Json, type JsonObject, member, toText } from '../state/json.ts';
import { type Knowledge, type KnownField, typeAt } from '../state/knowledge.ts';
import { countTarget, type ListPlace, placeOf } from '../state/list-place.ts';
import { type Collected, operationOf } from '../state/operations.ts';
import { parseTarget } from '../state/query.ts';
import { keyOf } from '../state/resource-places.ts';
import { type Answer, finalTarget, type Header, linksAt, read } from '../state/send.ts';
import type { Settings } from '../state/settings.ts';
import { agrees, versionOf } from '../state/versions.ts';
import { useJob } from './use-job.ts';
import type { useOperations } from './use-operations.ts';
import type { Requests } from './use-requests.ts';

/** A row that the user has selected. */
export interface Selected {
  readonly resource: JsonObject;
  readonly target: string;
}

interface Parts {
  readonly settings: Settings;
  readonly headers: readonly Header[];
  readonly known: Knowledge;
  readonly requests: Requests;
  readonly operations: ReturnType<typeof useOperations>;
  readonly learnFrom: (answer: Answer) => void;
}

/** This many resources are read at the same time. */
const BATCH = 6;
const none: ReadonlyMap<string, Selected> = new Map();

/** Keeps what belongs to the list that the page shows: its place among the pages, the selected rows, and the values that were edited. */
export function useTable({ operations, ...parts }: Parts) {
  const { settings, headers, known, requests } = parts;
  const { answer } = requests;
  const target = answer === undefined ? '/' : finalTarget(answer);
  const isList = answer?.address.method === 'GET' && Array.isArray(member(answer.document, 'data'));
  // Other pages of the list keep the selection, and so does a response that is no list. Another list begins a new one.
  const list = useRef('');
  if (isList) list.current = settings.api + parseTarget(target).path;
  const [selected, setSelected] = useState(none);
  useEffect(() => setSelected(none), [list.current]);
  const [edited, setEdited] = useState<{ readonly of?: Answer; readonly rows: ReadonlyMap<string, JsonObject> }>();
  const rows = edited?.of === answer ? edited?.rows : undefined;
  const job = useJob();
  const place = useListPlace(parts, isList ? answer : undefined, target);
  /** Reads the versions of the selected rows, and adds their changes to the operations. */
  const collect = (method: 'PATCH' | 'DELETE', values: readonly (readonly [KnownField, Json])[] = []): Promise<void> =>
    job.start(async (signal, say) => {
      const list = [...selected.values()];
      const changes: Omit<Collected, 'key'>[] = [];
      for (let from = 0; from < list.length; from += BATCH) {
        say(`Reading the versions: ${from} of ${list.length}`);
        const batch = list.slice(from, from + BATCH).map(async ({ resource, target: self }) => {
          const found = await read(settings, headers, self, signal);
          const version = versionOf(found);
          const isGone = found.status >= 300;
          const isOther = version.resource !== undefined && !agrees(version.resource, resource);
          const note = isGone
            ? `The server responds with ${found.status} to GET of this resource.`
            : isOther
              ? 'The resource has changed since the list was read.'
              : undefined;
          const { type = '', id = '' } = resource;
          const body = values.reduce(
            (text, [field, value]) => withField(text, field, value),
            toText({ data: { type, id } }),
          );
          const address = { method, target: self } as const;
          const document = method === 'PATCH' ? body : '';
          const operation = operationOf(known, settings.api, address, document);
          return { operation, address, body: document, ifMatch: version.tag, ...(note !== undefined && { note }) };
        });
        changes.push(...(await Promise.all(batch)));
      }
      operations.add(...changes);
      return '';
    });
  return {
    ...job,
    target,
    place,
    selected,
    collect,
    select: (all: readonly Selected[], isIn: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const it of all) isIn ? next.set(keyOf(it.resource), it) : next.delete(keyOf(it.resource));
        return next;
      }),
    clear: () => setSelected(none),
    /** Returns a row with the values that the user has written since the list was read. */
    present: (row: JsonObject): JsonObject => rows?.get(keyOf(row)) ?? row,
    /** Shows other values of a row. */
    replace: (row: JsonObject) => {
      const key = keyOf(row);
      setEdited({ ...(answer && { of: answer }), rows: new Map(rows).set(key, row) });
      setSelected((before) => {
        const old = before.get(key);
        return old === undefined ? before : new Map(before).set(key, { ...old, resource: row });
      });
    },
  };
}

/** Returns the place of the list. If the API counts on request only, one request counts it. */
function useListPlace(
  { settings, headers, known, learnFrom }: Omit<Parts, 'operations'>,
  answer: Answer | undefined,
  target: string,
): ListPlace {
  const [counted, setCounted] = useState<{ readonly at: string; readonly total: number | undefined }>();
  const type = typeAt(known, parseTarget(target).path);
  const placeWith = (total?: number): ListPlace =>
    answer === undefined ? {} : placeOf(answer.document, target, linksAt(settings.api, target), type, total);
  const place = useMemo(() => placeWith(), [answer, type]);
  const counting = answer !== undefined && place.total === undefined ? countTarget(target, type) : undefined;
  useEffect(() => {
    if (counting === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    read(settings, headers, counting, signal).then(
      (result) => {
        learnFrom(result);
        setCounted({ at: counting, total: placeOf(result.document, counting, () => undefined, type).total });
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [counting, answer]);
  const total = counted?.at === counting ? counted?.total : undefined;
  return total === undefined ? place : placeWith(total);
}
