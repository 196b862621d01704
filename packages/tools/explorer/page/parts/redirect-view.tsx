import type { JSX } from 'preact';
import { formatAddress } from '../state/address.ts';
import { cut } from '../state/json.ts';
import type { Answer } from '../state/send.ts';
import { follow, type Open } from './navigation.tsx';

const MAX_LENGTH = 500;

/** The redirects that were followed, or where a redirect leads that was not. */
export function RedirectView({
  answer,
  targetOf,
  open,
}: {
  readonly answer: Answer;
  readonly targetOf: (link: string) => string | undefined;
  readonly open: Open;
}): JSX.Element | null {
  const { address, status, redirects, headers } = answer;
  if (redirects !== undefined) {
    return <p class="dim break">Redirected to {redirects.map((it) => cut(it, MAX_LENGTH)).join(', then to ')}</p>;
  }
  const location = headers.find(([name]) => name === 'location')?.[1];
  if (status < 300 || status > 399 || location === undefined) return null;
  const target = targetOf(location);
  if (target === undefined) {
    return (
      <p class="warn break">
        The API redirects to {cut(location, MAX_LENGTH)}. This URL is not below that of the API, so the page does not
        follow it.
      </p>
    );
  }
  const next = { method: address.method, target };
  return (
    <p class="warn break">
      The page does not follow redirects of changes. Continue with{' '}
      <a href={formatAddress(next)} onClick={(event) => follow(event, () => open(next))}>
        {cut(`${next.method} ${target}`, MAX_LENGTH)}
      </a>
    </p>
  );
}
