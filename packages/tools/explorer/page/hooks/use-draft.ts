import { useMemo, useState } from 'preact/hooks';
import type { Address } from '../state/address.ts';
import { changesOf, withMembers } from '../state/changes.ts';
import type { Json } from '../state/json.ts';
import { parseTarget } from '../state/query.ts';
import { hasBody } from '../state/send.ts';
import type { Base, Versions } from '../state/versions.ts';

/** The document of the request, and the version from which it begins. */
export type Draft = ReturnType<typeof useDraft>;

/** Keeps the document of the request. A version of one API is not that of another. */
export function useDraft(api: string, address: Address, versions: Versions) {
  const [text, setText] = useState('');
  // The path of the request for which the text was written.
  const [place, setPlace] = useState('');
  const [begun, setBegun] = useState<Base & { readonly api: string }>();
  const { method, target } = address;
  const isChange = method === 'PATCH' || method === 'DELETE';
  const base = isChange && begun?.target === target && begun.api === api ? begun : undefined;
  const resource = base?.version.resource;
  const isUpdate = method === 'PATCH';
  const changes = useMemo(
    () => (isUpdate && resource !== undefined ? changesOf(text, resource) : undefined),
    [isUpdate, text, resource],
  );
  const { path } = parseTarget(target);
  const known = base?.version ?? versions.get(path);
  return {
    /** The text as the user sees it: with all values of a resource, also of those that do not change. */
    text,
    /** The version from which the text begins, if the address is that of its resource. */
    base,
    /** The changes of the text, if it is an update of a resource that the page has read. */
    changes,
    /** The text of the document to send. */
    sent: hasBody(address) ? (changes?.body ?? text) : '',
    /** The condition to send. A new resource has no version. */
    ifMatch: isChange ? known?.tag : undefined,
    setText: (next: string) => {
      setText(next);
      setPlace(path);
    },
    begin: (next: string, at: string, from?: Base) => {
      setText(next);
      setPlace(parseTarget(at).path);
      setBegun(from && { ...from, api });
    },
    /** What `restore` needs to continue with this draft. */
    state: { text, place, begun },
    restore: (before: { readonly text: string; readonly place: string; readonly begun: typeof begun }) => {
      setText(before.text);
      setPlace(before.place);
      setBegun(before.begun);
    },
    /** Whether the text was written for a request to the path of a target. */
    belongsTo: (at: string) => text.trim() !== '' && place === parseTarget(at).path,
    /** Adds the members of a relationship to what the user has read. */
    addMembers: (name: string, members: Json) => {
      setBegun((before) => {
        const read = before?.version.resource;
        if (before === undefined || read === undefined) return before;
        return { ...before, version: { ...before.version, resource: withMembers(read, name, members) } };
      });
    },
  };
}
