import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { useTotals } from '../hooks/use-totals.ts';
import { cut } from '../state/json.ts';
import { totalText } from '../state/learned.ts';
import { Link } from './controls.tsx';
import { VisitList } from './visit-list.tsx';

const MAX_TYPES = 300;
const MAX_TEXT = 200;
const MAX_VISITS = 10;

/** The first page: the types with the numbers of their resources, as far as the server tells them, and the last requests. */
export function StartView(): JSX.Element | null {
  const { known, learned, requests } = usePage();
  useTotals();
  const visits = requests.visits.filter(({ address: { target } }) => target !== '/').slice(0, MAX_VISITS);
  const types = [...known.values()].slice(0, MAX_TYPES);
  if (types.length === 0 && visits.length === 0) return null;
  return (
    <section aria-label="Start" class="start">
      {types.length > 0 && (
        <table>
          <caption>Types</caption>
          <tbody>
            {types.map(({ name, path, description = '' }) => {
              const total = learned.totals.get(path);
              return (
                <tr key={name}>
                  <th scope="row">
                    <Link to={{ method: 'GET', target: path }}>{cut(name, MAX_TEXT)}</Link>
                  </th>
                  <td class="digits">{total !== undefined && totalText(total)}</td>
                  <td class="dim">{cut(description, MAX_TEXT)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {visits.length > 0 && (
        <>
          <h3>Last requests</h3>
          <VisitList visits={visits} />
        </>
      )}
    </section>
  );
}
