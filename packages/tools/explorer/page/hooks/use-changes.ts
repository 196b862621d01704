import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Address, formatAddress, parseAddress } from '../state/address.ts';
import { withChanges } from '../state/changes.ts';
import { type JsonObject, textOf } from '../state/json.ts';
import type { Knowledge } from '../state/knowledge.ts';
import { type Answer, finalTarget, hasBody } from '../state/send.ts';
import { type Base, versionOf } from '../state/versions.ts';
import { draftOfUpdate, templateOf } from '../text/draft.ts';
import type { Draft } from './use-draft.ts';
import type { Requests } from './use-requests.ts';

/** Opens an address: sends a GET, and only shows any other method. */
export type Open = (address: Address) => void;

/** Shows a request with a document that the user can change before it is sent, and the version from which it begins. */
type Edit = (address: Address, body: string, base?: Base) => void;

/** Reads a resource, then shows the request that changes it. */
type Change = (method: 'PATCH' | 'DELETE', target: string) => void;

/** A resource to delete, as the page has just read it. */
export interface Deletion {
  readonly address: Address;
  readonly read: Answer;
}

interface Parts {
  readonly known: Knowledge;
  readonly address: Address;
  readonly setAddress: (address: Address) => void;
  readonly requests: Requests;
  readonly draft: Draft;
  /** Returns the target of a resource of a document. */
  readonly targetOfResource: (resource: JsonObject, documentTarget: string) => string;
}

/** Opens, edits, and sends. Of two actions, the later one counts, also if the response to the earlier one arrives after it. */
export function useChanges(parts: Parts) {
  const { known, address, setAddress, requests, draft, targetOfResource } = parts;
  const { run, fail } = requests;
  const actions = useRef(0);
  const isWriting = useRef(false);
  const latest = useRef(known);
  latest.current = known;
  // The focus moves to the request as soon as the page shows it, and not after the user has moved it on.
  const [edits, setEdits] = useState(0);
  useLayoutEffect(() => {
    if (edits > 0) focusRequest();
  }, [edits]);
  // The page asks before it deletes.
  const [deletion, setDeletion] = useState<Deletion>();
  const begin = (text: string, read: Answer): void =>
    draft.begin(text, finalTarget(read), { target: finalTarget(read), version: versionOf(read) });
  const textOfUpdate = (resource: JsonObject): string =>
    draftOfUpdate(resource, latest.current.get(textOf(resource['type'])));

  /** Shows the request of a new address of the page, and sends it if it only reads. */
  const follow = (next: Address): void => {
    actions.current++;
    setDeletion(undefined);
    setAddress(next);
    // An edit that the user has left is not the document of another request.
    if (hasBody(next) && !draft.belongsTo(next.target)) draft.begin(templateOf(latest.current, next), next.target);
    // A link to the page must never change data: only the button sends such a request.
    if (next.method === 'GET') void run(next, '');
  };
  /** Shows an address with the response that it had. */
  const showAgain = (next: Address, answer: Answer | undefined): void => {
    actions.current++;
    setDeletion(undefined);
    setAddress(next);
    requests.show(answer);
  };
  const open: Open = (next) => {
    actions.current++;
    if (formatAddress(next) === formatAddress(parseAddress(location.hash)) && location.hash !== '') {
      setAddress(next);
      if (next.method === 'GET') void run(next, '');
    } else location.hash = formatAddress(next);
  };
  /** Shows a request that is not sent yet, and moves the focus to it. */
  const showRequest = (next: Address): void => {
    setAddress(next);
    history.pushState(null, '', formatAddress(next));
    setEdits((count) => count + 1);
  };
  const edit: Edit = (next, text, base) => {
    actions.current++;
    draft.begin(text, next.target, base);
    showRequest(next);
  };
  const change: Change = async (method, target) => {
    const action = ++actions.current;
    const read = await requests.read(target);
    if (action !== actions.current) return;
    const resource = read && versionOf(read).resource;
    if (read === undefined || read.status >= 300 || resource === undefined) {
      const reading = { method: 'GET', target } as const;
      setAddress(reading);
      history.pushState(null, '', formatAddress(reading));
      if (read !== undefined && read.status < 300)
        fail('The response does not contain the resource, so it cannot be changed here.');
      return;
    }
    // A server that redirects a GET does not have to do so with a change.
    const found = { method, target: finalTarget(read) };
    if (method === 'DELETE') return setDeletion({ address: found, read });
    begin(textOfUpdate(resource), read);
    showRequest(found);
  };
  /** After an update, the draft begins from the new version. If the response does not contain it, the page reads it. */
  const updated = (result: Answer, before: Draft): void => {
    if (before.base === undefined || result.status >= 300) return;
    const { resource } = versionOf(result);
    const old = before.base.version.resource;
    if (resource !== undefined && resource['type'] === old?.['type'] && resource['id'] === old?.['id']) {
      begin(textOfUpdate(resource), result);
      return;
    }
    const reading = { method: 'GET', target: result.address.target } as const;
    draft.begin('', address.target);
    setAddress(reading);
    history.replaceState(null, '', formatAddress(reading));
    if (result.status !== 202) void run(reading, '');
  };
  /** After a new resource, the page is that of the resource: a second press must not create another one. */
  const created = (result: Answer): void => {
    const { resource } = versionOf(result);
    if (result.status !== 201 || resource === undefined || result.address.target.includes('/relationships/')) return;
    showRequest({ method: 'GET', target: targetOfResource(resource, finalTarget(result)) });
  };
  /** Sends the request. Returns why it cannot be sent. */
  const submit = (): string | undefined => {
    actions.current++;
    if (address.method === 'GET') {
      // The controls of the query check the values of filters.
      const builder = document.querySelector<HTMLFormElement>('form.builder');
      if (builder?.reportValidity() !== false) open(address);
      return undefined;
    }
    if (draft.changes?.names.length === 0) return 'Nothing has changed.';
    if (isWriting.current) return 'The last change is still on its way.';
    history.replaceState(null, '', formatAddress(address));
    write(address, draft.sent, draft.ifMatch);
    return undefined;
  };
  const write = (asked: Address, text: string, ifMatch: string | undefined): void => {
    const action = actions.current;
    isWriting.current = true;
    void run(asked, text, ifMatch).then((result) => {
      isWriting.current = false;
      if (result === undefined || action !== actions.current) return;
      if (asked.method === 'PATCH') updated(result, draft);
      if (asked.method === 'POST') created(result);
      // The version is gone with the resource.
      if (asked.method === 'DELETE' && result.status < 300) draft.begin('', address.target);
    });
  };
  /** Ends the question of a deletion: deletes the resource, shows the request, or does nothing. */
  const decide = (decision: 'delete' | 'show' | 'cancel'): void => {
    setDeletion(undefined);
    if (deletion === undefined || decision === 'cancel') return;
    const { address: found, read } = deletion;
    actions.current++;
    begin('', read);
    showRequest(found);
    if (decision === 'delete') write(found, '', versionOf(read).tag);
  };
  /** After a conflict: begins a draft from the present version, with the changes of the present draft. */
  const keepChanges = (present: Answer): void => {
    const { tag, resource } = versionOf(present);
    if (address.method === 'DELETE' && resource !== undefined) {
      setDeletion({ address, read: present });
      return;
    }
    requests.show(present);
    setEdits((count) => count + 1);
    if (resource === undefined) {
      requests.setVersions((before) => new Map(before).set(address.target, { tag, resource }));
      return;
    }
    begin(address.method === 'PATCH' ? withChanges(textOfUpdate(resource), draft.sent) : '', present);
  };
  return { open, edit, change, follow, showAgain, submit, deletion, decide, keepChanges };
}

/** Moves the focus to the request, and shows its beginning: a long form can be taller than the window. */
function focusRequest(): void {
  const request = document.getElementById('request');
  if (request === null) return;
  request.focus({ preventScroll: true });
  const { top } = request.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) request.scrollIntoView();
}
