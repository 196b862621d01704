import { useMemo, useState } from 'preact/hooks';
import type { Address } from '../state/address.ts';
import { type Changes, changesOf, withMembers } from '../state/changes.ts';
import type { Json } from '../state/json.ts';
import { parseTarget } from '../state/query.ts';
import { hasBody } from '../state/send.ts';
import type { Base, Versions } from '../state/versions.ts';

/** The document of the request, and the version from which it begins. */
export interface Draft {
  /** The text as the user sees it: with all values of a resource, also of those that do not change. */
  readonly text: string;
  /** The version from which the text begins, if the address is that of its resource. */
  readonly base: Base | undefined;
  /** The changes of the text, if it is an update of a resource that the page has read. */
  readonly changes: Changes | undefined;
  /** The text of the document to send. */
  readonly sent: string;
  /** The condition to send. A new resource has no version. */
  readonly ifMatch: string | undefined;
  readonly setText: (text: string) => void;
  readonly begin: (text: string, base?: Base) => void;
  /** Adds the members of a relationship to what the user has read. */
  readonly addMembers: (name: string, members: Json) => void;
}

/** Keeps the document of the request. A version of one API is not that of another. */
export function useDraft(api: string, address: Address, versions: Versions): Draft {
  const [text, setText] = useState('');
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
  const known = base?.version ?? versions.get(parseTarget(target).path);
  return {
    text,
    base,
    changes,
    sent: hasBody(address) ? (changes?.body ?? text) : '',
    ifMatch: isChange ? known?.tag : undefined,
    setText,
    begin: (next, from) => {
      setText(next);
      setBegun(from && { ...from, api });
    },
    addMembers: (name, members) => {
      setBegun((before) => {
        const read = before?.version.resource;
        if (before === undefined || read === undefined) return before;
        return { ...before, version: { ...before.version, resource: withMembers(read, name, members) } };
      });
    },
  };
}
