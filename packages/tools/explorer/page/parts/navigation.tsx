import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { formatAddress } from '../state/address.ts';
import { cut } from '../state/json.ts';
import { parseTarget } from '../state/query.ts';
import { draftOfCreate } from '../text/draft.ts';
import { Link, Small, TextBox } from './controls.tsx';
import { DescriptionView } from './description-view.tsx';
import { VisitList } from './visit-list.tsx';

const MAX_TYPES = 300;
/** A longer list of types has a search. */
const MAX_IN_SIGHT = 12;
const MAX_LENGTH = 200;

/** The types of the API, and the requests of this visit. */
export function Navigation(): JSX.Element {
  const { settings, address, requests, edit, showDialog } = usePage();
  const { visits } = requests;
  // On a narrow window, the lists are above the request: they open on demand.
  const [isOpen, setOpen] = useState(false);
  const place = formatAddress(address);
  useEffect(() => setOpen(false), [place]);
  return (
    <nav aria-label="API">
      <div class="head">
        <h1>
          <Link to={{ method: 'GET', target: '/' }} run={() => (location.hash = '')}>
            {settings.title}
          </Link>
        </h1>
        <Small onClick={() => showDialog('palette')}>Find</Small>
        <Small class="menu-button" aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)}>
          Menu
        </Small>
      </div>
      <div id="menu" class={isOpen ? 'menu' : 'menu closed'}>
        <p class="dim break">{settings.api}</p>
        {settings.about !== '' && <p class="dim">{settings.about}</p>}
        <TypeList />
        {settings.examples.length > 0 && (
          <>
            <h2>Worth trying</h2>
            <ul class="examples">
              {settings.examples.map((example) => (
                <li key={example.title}>
                  <Link to={example} {...(example.body !== '' && { run: () => edit(example, example.body) })}>
                    {example.title}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <DescriptionView />
        {visits.length > 0 && (
          <details class="history">
            <summary>History ({visits.length})</summary>
            <VisitList visits={visits} />
          </details>
        )}
      </div>
    </nav>
  );
}

/** The types of the API, and a search for one of many. */
function TypeList(): JSX.Element {
  const { settings, known, description, address, edit, against } = usePage();
  const [search, setSearch] = useState('');
  const types = [...known.values()].filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const { described, failure } = description;
  const isReading = settings.description !== null && described === undefined && failure === undefined;
  const typesText = isReading ? 'Reading the description…' : 'The page learns types from the documents that you read.';
  return (
    <>
      <h2>Types</h2>
      {known.size === 0 && <p class="dim">{typesText}</p>}
      {known.size > MAX_IN_SIGHT && (
        <TextBox
          type="search"
          class="search"
          aria-label="Find a type"
          placeholder={`Find one of ${known.size} types`}
          value={search}
          onText={setSearch}
        />
      )}
      <ul class="types">
        {types.slice(0, MAX_TYPES).map((type) => (
          <li key={type.name}>
            <Link
              to={{ method: 'GET', target: type.path }}
              aria-current={parseTarget(address.target).path === type.path ? 'page' : undefined}
            >
              {cut(type.name, MAX_LENGTH)}
            </Link>
            {type.isGuessed !== true && against({ method: 'POST', target: type.path }) === undefined && (
              <Small
                class="small quiet"
                aria-label={`New ${type.name}`}
                onClick={() => edit({ method: 'POST', target: type.path }, draftOfCreate(type))}
              >
                New
              </Small>
            )}
          </li>
        ))}
      </ul>
      {known.size > 0 && types.length === 0 && <p class="dim">No type has this name.</p>}
      {types.length > MAX_TYPES && <p class="dim">{types.length - MAX_TYPES} more types: find them by name.</p>}
    </>
  );
}
