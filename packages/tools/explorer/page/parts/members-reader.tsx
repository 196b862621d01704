import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { targetOf } from '../state/address.ts';
import { cut, hrefOf, isObject, type Json, type JsonObject, member } from '../state/json.ts';
import { encodeSegment, parseTarget } from '../state/query.ts';
import { send } from '../state/send.ts';
import type { PickerContext } from './resource-picker.tsx';

const MAX_LENGTH = 500;

/** The members of a relationship, or why the page cannot change them. */
type Members = { readonly data: readonly JsonObject[] } | { readonly failure: string };

/** Returns the target of a relationship: that of its link to itself, or the recommended one. */
export function relationshipTarget(api: string, target: string, name: string, resource: JsonObject): string {
  const href = hrefOf(member(member(resource, 'relationships'), name), 'self');
  const linked = href === undefined ? undefined : targetOf(href, `${api}/`, `${api}${target}`);
  return linked ?? `${parseTarget(target).path}/relationships/${encodeSegment(name)}`;
}

function membersOf(status: number, document: Json | undefined): Members {
  const data = member(document, 'data');
  if (status >= 300) return { failure: `The server responds with ${status}.` };
  if (!Array.isArray(data)) return { failure: 'The response does not contain the members.' };
  if (hrefOf(document, 'next') !== undefined) return { failure: 'The relationship has several pages of members.' };
  return {
    data: data.filter(isObject).map((it) => ({ type: member(it, 'type') ?? '', id: member(it, 'id') ?? '' })),
  };
}

/**
 * Reads the members of a to-many relationship before the user can change them: an update replaces all of them, also those that the
 * page has not read.
 */
export function MembersReader({
  name,
  target,
  context: { settings, headers },
  onMembers,
}: {
  readonly name: string;
  readonly target: string;
  readonly context: PickerContext;
  readonly onMembers: (members: readonly JsonObject[]) => void;
}): JSX.Element {
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(false);
  const read = async (): Promise<void> => {
    setReading(true);
    const sending = { api: settings.requests, apiUrl: settings.api, headers, body: '', ifMatch: undefined };
    const members = await send({ ...sending, address: { method: 'GET', target } }, new AbortController().signal).then(
      ({ status, document }) => membersOf(status, document),
      (error: Error): Members => ({ failure: error.message }),
    );
    setReading(false);
    if ('data' in members) onMembers(members.data);
    else setFailure(`${members.failure} Add and remove members with POST and DELETE of ${cut(target, MAX_LENGTH)}.`);
  };
  // Voice control calls a button by the text that the user sees.
  const text = isReading ? 'Reading…' : 'Read the members to change them';
  return (
    <>
      <button type="button" class="small" aria-label={`${text}: ${name}`} onClick={() => void read()}>
        {text}
      </button>
      {failure !== undefined && (
        <p role="alert" class="bad break">
          {failure}
        </p>
      )}
    </>
  );
}
