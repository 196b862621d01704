import type { JSX } from 'preact';
import type { Settings } from '../settings.ts';
import { cut } from '../state/json.ts';
import type { Environments } from './use-environments.ts';

const MAX_NAME = 100;

/** Where requests go: a list of environments by name, each with a URL and header fields of its own. */
export function EnvironmentView({
  environments,
  settings,
}: {
  readonly environments: Environments;
  readonly settings: Settings;
}): JSX.Element {
  const { list, index, current, isAllowed, isKept, choose, change, add, remove, keep } = environments;
  return (
    <details class="environment">
      <summary>
        Environment<span class="detail">: {cut(current.name, MAX_NAME)}</span>
      </summary>
      <div class="rows">
        <div class="row">
          <select
            aria-label="Environment"
            value={`${index}`}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {list.map(({ name }, position) => (
              <option key={position} value={`${position}`}>
                {cut(name, MAX_NAME)}
              </option>
            ))}
          </select>
          <button type="button" class="small" onClick={add}>
            Add an environment
          </button>
          {list.length > 1 && (
            <button type="button" class="small" onClick={remove}>
              Remove {cut(current.name, MAX_NAME)}
            </button>
          )}
        </div>
        <label class="labelled">
          Name{' '}
          <input
            value={current.name}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
        <label class="labelled">
          URL of the API{' '}
          <input
            value={current.api}
            placeholder={settings.api}
            aria-invalid={!isAllowed}
            aria-describedby={isAllowed ? undefined : 'environment-mistake'}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => change({ api: event.currentTarget.value })}
          />
        </label>
        {!isAllowed && (
          <p id="environment-mistake" class="bad">
            {settings.requests === settings.api
              ? 'The page can send requests only to its own host and to that of the API.'
              : 'The command forwards only requests below the URL of the API.'}
          </p>
        )}
        <label>
          <input type="checkbox" checked={isKept} onChange={(event) => keep(event.currentTarget.checked)} /> Keep the
          environments with their header fields until this tab is closed
        </label>
        <p class="dim">
          {isKept
            ? 'They are in the session storage of this tab, with all values, also after a reload.'
            : 'They are in memory only, and end with a reload.'}
        </p>
      </div>
    </details>
  );
}
