import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Address, formatAddress, parseAddress } from '../state/address.ts';
import { withChanges } from '../state/changes.ts';
import { type JsonObject, textOf } from '../state/json.ts';
import type { Knowledge } from '../state/knowledge.ts';
import { type Answer, finalTarget } from '../state/send.ts';
import { versionOf } from '../state/versions.ts';
import { draftOfUpdate } from '../text/draft.ts';
import type { Change, Edit, Open } from './navigation.tsx';
import type { Draft } from './use-draft.ts';
import type { Requests } from './use-requests.ts';

/** What the user can do with an address and a draft. */
export interface ChangesOfAddress {
  readonly open: Open;
  readonly edit: Edit;
  readonly change: Change;
  /** Shows the request of a new address of the page, and sends it if it only reads. */
  readonly follow: (address: Address) => void;
  /** Sends the request. Returns why it cannot be sent. */
  readonly submit: () => string | undefined;
  /** After a conflict: begins a draft from the present version, with the changes of the present draft. */
  readonly keepChanges: (present: Answer) => void;
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
export function useChanges(parts: Parts): ChangesOfAddress {
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
  const begin = (text: string, resource?: Answer): void =>
    draft.begin(text, resource && { target: finalTarget(resource), version: versionOf(resource) });

  const follow = (next: Address): void => {
    actions.current++;
    setAddress(next);
    // A link to the page must never change data: only the button sends such a request.
    if (next.method === 'GET') void run(next, '');
  };
  const open: Open = (next) => {
    actions.current++;
    if (formatAddress(next) === formatAddress(parseAddress(location.hash)) && location.hash !== '') {
      setAddress(next);
      if (next.method === 'GET') void run(next, '');
    } else location.hash = formatAddress(next);
  };
  const edit: Edit = (next, text, base) => {
    actions.current++;
    draft.begin(text, base);
    setAddress(next);
    history.pushState(null, '', formatAddress(next));
    setEdits((count) => count + 1);
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
    const type = latest.current.get(textOf(resource['type']));
    begin(method === 'PATCH' ? draftOfUpdate(resource, type) : '', read);
    // A server that redirects a GET does not have to do so with a change.
    const found = { method, target: finalTarget(read) };
    setAddress(found);
    history.pushState(null, '', formatAddress(found));
    setEdits((count) => count + 1);
  };
  /** After an update, the draft begins from the new version. If the response does not contain it, the page reads it. */
  const updated = (result: Answer, before: Draft): void => {
    if (before.base === undefined || result.status >= 300) return;
    const { resource } = versionOf(result);
    const old = before.base.version.resource;
    if (resource !== undefined && resource['type'] === old?.['type'] && resource['id'] === old?.['id']) {
      begin(draftOfUpdate(resource, latest.current.get(textOf(resource['type']))), result);
      return;
    }
    const reading = { method: 'GET', target: result.address.target } as const;
    draft.begin('');
    setAddress(reading);
    history.replaceState(null, '', formatAddress(reading));
    if (result.status !== 202) void run(reading, '');
  };
  /** After a new resource, the page is that of the resource: a second press must not create another one. */
  const created = (result: Answer): void => {
    const { resource } = versionOf(result);
    if (result.status !== 201 || resource === undefined || result.address.target.includes('/relationships/')) return;
    const reading = { method: 'GET', target: targetOfResource(resource, finalTarget(result)) } as const;
    setAddress(reading);
    history.pushState(null, '', formatAddress(reading));
    setEdits((count) => count + 1);
  };
  const submit = (): string | undefined => {
    const action = ++actions.current;
    if (address.method === 'GET') {
      // The controls of the query check the values of filters.
      const builder = document.querySelector<HTMLFormElement>('form.builder');
      if (builder?.reportValidity() !== false) open(address);
      return undefined;
    }
    if (draft.changes?.names.length === 0) return 'Nothing has changed.';
    if (isWriting.current) return 'The last change is still on its way.';
    isWriting.current = true;
    history.replaceState(null, '', formatAddress(address));
    void run(address, draft.sent, draft.ifMatch).then((result) => {
      isWriting.current = false;
      if (result === undefined || action !== actions.current) return;
      if (address.method === 'PATCH') updated(result, draft);
      if (address.method === 'POST') created(result);
      // The version is gone with the resource.
      if (address.method === 'DELETE' && result.status < 300) draft.begin('');
    });
    return undefined;
  };
  const keepChanges = (present: Answer): void => {
    const { tag, resource } = versionOf(present);
    requests.show(present);
    setEdits((count) => count + 1);
    if (resource === undefined) {
      requests.setVersions((before) => new Map(before).set(address.target, { tag, resource }));
      return;
    }
    const text = draftOfUpdate(resource, latest.current.get(textOf(resource['type'])));
    begin(address.method === 'PATCH' ? withChanges(text, draft.sent) : '', present);
  };
  return { open, edit, change, follow, submit, keepChanges };
}

/** Moves the focus to the request, and shows its beginning: a long form can be taller than the window. */
function focusRequest(): void {
  const request = document.getElementById('request');
  if (request === null) return;
  request.focus({ preventScroll: true });
  const { top } = request.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) request.scrollIntoView();
}
