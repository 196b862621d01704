import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { cut } from '../state/json.ts';
import { Choice, Small, TextBox } from './controls.tsx';

const MAX_NAME = 100;

/** Where requests go: a list of environments by name, each with a URL and headers of its own. */
export function EnvironmentView(): JSX.Element {
  const { own, list, index, current, isAllowed, isKept, choose, change, add, remove, keep } = usePage().environments;
  return (
    <details class="environment">
      <summary>
        Environment<span class="detail">: {cut(current.name, MAX_NAME)}</span>
      </summary>
      <div class="rows">
        <div class="row">
          <Choice
            aria-label="Environment"
            value={`${index}`}
            options={list.map(({ name }, position) => [`${position}`, cut(name, MAX_NAME)])}
            onChoose={(position) => choose(Number(position))}
          />
          <Small onClick={add}>Add an environment</Small>
          {list.length > 1 && <Small onClick={remove}>Remove {cut(current.name, MAX_NAME)}</Small>}
        </div>
        <label class="labelled" for="environment-name">
          Name <TextBox id="environment-name" value={current.name} onText={(name) => change({ name })} />
        </label>
        <label class="labelled" for="environment-url">
          URL of the API{' '}
          <TextBox
            id="environment-url"
            value={current.api}
            placeholder={own.api}
            aria-invalid={!isAllowed}
            aria-describedby={isAllowed ? undefined : 'environment-mistake'}
            autocapitalize="off"
            onText={(api) => change({ api })}
          />
        </label>
        {!isAllowed && (
          <p id="environment-mistake" class="bad">
            {own.requests === own.api
              ? 'The page can send requests only to its own host and to that of the API.'
              : 'The command forwards only requests below the URL of the API.'}
          </p>
        )}
        <label>
          <input type="checkbox" checked={isKept} onChange={(event) => keep(event.currentTarget.checked)} /> Keep the
          environments with their headers until this tab is closed
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
