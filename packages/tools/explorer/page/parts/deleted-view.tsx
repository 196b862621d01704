import type { JSX } from 'preact';
import { formatAddress } from '../state/address.ts';
import { cut } from '../state/json.ts';
import { collectionAt, type Knowledge } from '../state/knowledge.ts';
import { parseTarget } from '../state/query.ts';
import type { Answer } from '../state/send.ts';
import type { Visit } from '../state/visit.ts';
import { follow, type Open } from './navigation.tsx';

const MAX_NAME = 200;

/** Says that a resource is deleted, and leads to the list in which it was. */
export function DeletedView({
  answer,
  known,
  visits,
  open,
}: {
  readonly answer: Answer;
  readonly known: Knowledge;
  readonly visits: readonly Visit[];
  readonly open: Open;
}): JSX.Element | null {
  const { address, status } = answer;
  const place = collectionAt(known, parseTarget(address.target).path);
  // Status 202 says that the server has not deleted it yet.
  if (address.method !== 'DELETE' || status >= 300 || status === 202 || place?.rest.length !== 1) return null;
  const { path } = place.type;
  // The list as the user has last read it: with its filters, its order, and its page.
  const last = visits.find(({ address: it }) => it.method === 'GET' && parseTarget(it.target).path === path);
  const next = { method: 'GET', target: last?.address.target ?? path } as const;
  return (
    <p>
      The resource is deleted. Continue with{' '}
      <a href={formatAddress(next)} onClick={(event) => follow(event, () => open(next))}>
        {cut(place.type.name, MAX_NAME)}
      </a>
      .
    </p>
  );
}
