import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, formatAddress } from '../state/address.ts';
import { cut } from '../state/json.ts';
import type { Knowledge } from '../state/knowledge.ts';
import type { Base } from '../state/versions.ts';
import type { Visit } from '../state/visit.ts';
import { draftOfCreate } from '../text/draft.ts';
import { DescriptionFailure, DescriptionView } from './description-view.tsx';
import type { Description } from './use-description.ts';

const MAX_TYPES = 300;
/** A longer list of types has a search. */
const MAX_IN_SIGHT = 12;
const MAX_LENGTH = 200;

/** Opens an address: sends a GET, and only shows any other method. */
export type Open = (address: Address) => void;

/** Shows a request with a document that the user can change before it is sent, and the version from which it begins. */
export type Edit = (address: Address, body: string, base?: Base) => void;

/** Reads a resource, then shows the request that changes it. */
export type Change = (method: 'PATCH' | 'DELETE', target: string) => void;

/** The types of the API, and the requests of this visit. */
export function Navigation({
  settings,
  known,
  description,
  visits,
  current,
  open,
  edit,
}: {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly description: Description;
  readonly visits: readonly Visit[];
  readonly current: Address;
  readonly open: Open;
  readonly edit: Edit;
}): JSX.Element {
  // On a narrow window, the lists are above the request: they open on demand.
  const [isOpen, setOpen] = useState(location.hash === '');
  const [search, setSearch] = useState('');
  const types = [...known.values()].filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const place = formatAddress(current);
  const first = useRef(place);
  useEffect(() => {
    if (first.current !== place) setOpen(false);
    first.current = place;
  }, [place]);
  return (
    <nav aria-label="API">
      <div class="head">
        <h1>{settings.title}</h1>
        <button
          type="button"
          class="menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      </div>
      <div id="menu" class={isOpen ? 'menu' : 'menu closed'}>
        <p class="dim break">{settings.api}</p>
        {settings.about !== '' && <p class="dim">{settings.about}</p>}
        <h2>Types</h2>
        {known.size === 0 && <p class="dim">{typesText(settings, description)}</p>}
        {known.size > MAX_IN_SIGHT && (
          <input
            type="search"
            class="search"
            aria-label="Find a type"
            placeholder={`Find one of ${known.size} types`}
            autocomplete="off"
            spellcheck={false}
            value={search}
            onInput={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <ul class="types">
          {types.slice(0, MAX_TYPES).map((type) => (
            <li key={type.name}>
              <a
                href={formatAddress({ method: 'GET', target: type.path })}
                aria-current={current.target.split('?')[0] === type.path ? 'page' : undefined}
                onClick={(event) => follow(event, () => open({ method: 'GET', target: type.path }))}
              >
                {cut(type.name, MAX_LENGTH)}
              </a>
              {settings.writes && type.methods.has('POST') && (
                <button
                  type="button"
                  class="small quiet"
                  aria-label={`New ${type.name}`}
                  onClick={() => edit({ method: 'POST', target: type.path }, draftOfCreate(type))}
                >
                  New
                </button>
              )}
            </li>
          ))}
        </ul>
        {known.size > 0 && types.length === 0 && <p class="dim">No type has this name.</p>}
        {types.length > MAX_TYPES && <p class="dim">{types.length - MAX_TYPES} more types: find them by name.</p>}
        {settings.examples.length > 0 && (
          <>
            <h2>Worth trying</h2>
            <ul class="examples">
              {settings.examples.map((example) => (
                <li key={example.title}>
                  <a
                    href={formatAddress(example)}
                    onClick={(event) =>
                      follow(event, () => (example.body === '' ? open(example) : edit(example, example.body)))
                    }
                  >
                    {example.title}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        <DescriptionFailure failure={description.failure} />
        <DescriptionView description={description} />
        {visits.length > 0 && (
          <details class="history">
            <summary>History ({visits.length})</summary>
            <ol>
              {visits.map(({ address, status }, index) => (
                <li key={`${visits.length - index}`}>
                  <a href={formatAddress(address)} onClick={(event) => follow(event, () => open(address))}>
                    <span class={`status s${String(status ?? 0).charAt(0)}`}>{status ?? '–'}</span> {address.method}{' '}
                    {cut(address.target, MAX_LENGTH)}
                  </a>
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </nav>
  );
}

/** Returns why the page does not list types. */
function typesText(settings: Settings, { described, failure }: Description): string {
  const isReading = settings.description !== null && described === undefined && failure === undefined;
  return isReading ? 'Reading the description…' : 'The page learns types from the documents that you read.';
}

/** Follows a link inside the page. With a modifier key, the browser opens it as usual. */
export function follow(event: MouseEvent, run: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  run();
}
