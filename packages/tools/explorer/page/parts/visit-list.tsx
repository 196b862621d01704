import type { JSX } from 'preact';
import type { Visit } from '../state/environments.ts';
import { cut } from '../state/json.ts';
import { Link } from './controls.tsx';

const MAX_LENGTH = 200;

/** Requests of this visit with their statuses, the last one first. */
export function VisitList({ visits }: { readonly visits: readonly Visit[] }): JSX.Element {
  return (
    <ol class="visits">
      {visits.map(({ address: to, status }, index) => (
        <li key={`${visits.length - index}`}>
          <Link to={to}>
            <span class={`status s${String(status ?? 0).charAt(0)}`}>{status ?? '–'}</span> {to.method}{' '}
            {cut(to.target, MAX_LENGTH)}
          </Link>
        </li>
      ))}
    </ol>
  );
}
