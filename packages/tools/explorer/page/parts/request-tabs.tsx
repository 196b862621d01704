import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { cut } from '../state/json.ts';
import { Small } from './controls.tsx';

const MAX_TEXT = 40;

/** The open requests, if there are several. */
export function RequestTabs(): JSX.Element | null {
  const { list, current, choose, close } = usePage().tabs;
  if (list.length < 2) return null;
  return (
    <nav aria-label="Open requests">
      <ul class="row open-requests">
        {list.map(({ address: { method, target } }, index) => {
          const name = target === '/' ? 'Start' : cut(`${method === 'GET' ? '' : `${method} `}${target}`, MAX_TEXT);
          return (
            <li key={index}>
              <Small
                class="small quiet"
                aria-current={index === current ? 'page' : undefined}
                onClick={() => choose(index)}
              >
                {name}
              </Small>
              <Small class="small quiet" aria-label={`Close tab ${index + 1}: ${name}`} onClick={() => close(index)}>
                ×
              </Small>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
