import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { targetOf } from '../state/address.ts';
import { requestMember, withField } from '../state/form.ts';
import { cut, hrefOf, isObject, type Json, type JsonObject, member } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { encodeSegment, parseTarget } from '../state/query.ts';
import { read } from '../state/send.ts';
import type { Base } from '../state/versions.ts';
import { Small } from './controls.tsx';

const MAX_LENGTH = 500;

/** The members of a relationship, or why the page cannot change them. */
type Members = { readonly data: readonly JsonObject[] } | { readonly failure: string };

/** Returns the target of a relationship: that of its link to itself, or the recommended one. */
function relationshipTarget(api: string, target: string, name: string, resource: JsonObject): string {
  const href = hrefOf(member(member(resource, 'relationships'), name), 'self');
  const linked = href === undefined ? undefined : targetOf(href, `${api}/`, `${api}${target}`);
  return linked ?? `${parseTarget(target).path}/relationships/${encodeSegment(name)}`;
}

function membersOf(field: KnownField, status: number, document: Json | undefined): Members {
  const data = member(document, 'data');
  if (status >= 300) return { failure: `The server responds with ${status}.` };
  if (!Array.isArray(data)) return { failure: 'The response does not contain the members.' };
  if (hrefOf(document, 'next') !== undefined) return { failure: 'The relationship has several pages of members.' };
  return { data: data.filter(isObject).map((it) => requestMember(field, it)) };
}

interface MembersReaderProperties {
  readonly field: KnownField;
  readonly base: Base;
  readonly resource: JsonObject;
}

/**
 * Reads the members of a to-many relationship before the user can change them: an update replaces all of them, also those that the
 * page has not read.
 */
export function MembersReader({ field, base, resource }: MembersReaderProperties): JSX.Element {
  const { settings, headers, draft } = usePage();
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(false);
  const { name } = field;
  const target = relationshipTarget(settings.api, base.target, name, resource);
  const readMembers = async (): Promise<void> => {
    setReading(true);
    const members = await read(settings, headers, target, new AbortController().signal).then(
      ({ status, document }) => membersOf(field, status, document),
      (error: Error): Members => ({ failure: error.message }),
    );
    setReading(false);
    if ('failure' in members) {
      setFailure(`${members.failure} Add and remove members with POST and DELETE of ${cut(target, MAX_LENGTH)}.`);
      return;
    }
    draft.addMembers(name, members.data);
    draft.setText(withField(draft.text, field, members.data));
  };
  // Voice control calls a button by the text that the user sees.
  const text = isReading ? 'Reading…' : 'Read the members to change them';
  return (
    <>
      <Small aria-label={`${text}: ${name}`} onClick={() => void readMembers()}>
        {text}
      </Small>
      {failure !== undefined && (
        <p role="alert" class="bad break">
          {failure}
        </p>
      )}
    </>
  );
}
