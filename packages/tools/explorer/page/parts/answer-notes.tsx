import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { adviceOf, isAuthorization } from '../state/credentials.ts';
import { cut } from '../state/json.ts';
import { collectionAt } from '../state/knowledge.ts';
import { ownActions } from '../state/learned.ts';
import { parseTarget } from '../state/query.ts';
import { type Answer, headerOf } from '../state/send.ts';
import { selfTarget } from '../state/targets.ts';
import { recordOf } from '../state/versions.ts';
import { CodeWords } from './code-words.tsx';
import { Link, Small } from './controls.tsx';
import { AUTHORIZATION_ID } from './headers-editor.tsx';

const MAX_NAME = 200;
const MAX_LENGTH = 500;

interface Properties {
  readonly answer: Answer;
}

/** What the user can do after a response: change the resource, write credentials, or go on elsewhere. */
export function AnswerNotes({ answer }: Properties): JSX.Element {
  return (
    <>
      <OwnActions answer={answer} />
      <CredentialsNote answer={answer} />
      <DeletedNote answer={answer} />
      <RedirectNote answer={answer} />
    </>
  );
}

/** Edit and Delete, if the response is one resource, and why one of them is not offered. The server decides in the end. */
function OwnActions({ answer }: Properties): JSX.Element | null {
  const { settings, known, targetOf, change, against } = usePage();
  const resource = recordOf(answer);
  if (!settings.writes || resource === undefined) return null;
  const self = selfTarget(known, resource, targetOf);
  const actions = ownActions.map(([method, word]) => {
    const reason = against({ method, target: self }, resource);
    return { method, word, reason, run: () => change(method, self) };
  });
  return (
    <>
      <p class="row own">
        {actions
          .filter(({ reason }) => reason === undefined)
          .map(({ word, run }) => (
            <Small key={word} onClick={run}>
              {word} this resource
            </Small>
          ))}
      </p>
      {actions
        .filter(({ reason }) => reason !== undefined)
        .map(({ word, reason = '', run }) => (
          <p key={word} class="dim break">
            {word} is not offered. <CodeWords text={reason} />{' '}
            <Small class="small quiet" onClick={run}>
              {word} anyway
            </Small>
          </p>
        ))}
    </>
  );
}

/** Leads to the header for credentials, if the API asks for them. */
function CredentialsNote({ answer }: Properties): JSX.Element | null {
  const { current, setHeaders } = usePage().environments;
  const [presses, setPresses] = useState(0);
  useLayoutEffect(() => {
    const input = presses === 0 ? null : document.getElementById(AUTHORIZATION_ID);
    const details = input?.closest('details');
    if (details) details.open = true;
    input?.focus();
  }, [presses]);
  const authorize = (): void => {
    const { headers } = current;
    if (!headers.some(isAuthorization)) setHeaders([...headers, { name: 'Authorization', value: '' }]);
    setPresses(presses + 1);
  };
  if (answer.status !== 401) return null;
  return (
    <p class="warn">
      {adviceOf(headerOf(answer, 'www-authenticate'))} <Small onClick={authorize}>Write Authorization</Small>
    </p>
  );
}

/** Says that a resource is deleted, and leads to the list in which it was. */
function DeletedNote({ answer: { address, status } }: Properties): JSX.Element | null {
  const { known, requests } = usePage();
  const place = collectionAt(known, parseTarget(address.target).path);
  // Status 202 says that the server has not deleted it yet.
  if (address.method !== 'DELETE' || status >= 300 || status === 202 || place?.rest.length !== 1) return null;
  const { path, name } = place.type;
  // The list as the user has last read it: with its filters, its order, and its page.
  const last = requests.visits.find(({ address: it }) => it.method === 'GET' && parseTarget(it.target).path === path);
  return (
    <p>
      The resource is deleted. Continue with{' '}
      <Link to={{ method: 'GET', target: last?.address.target ?? path }}>{cut(name, MAX_NAME)}</Link>.
    </p>
  );
}

/** The redirects that were followed, or where a redirect leads that was not. */
function RedirectNote({ answer }: Properties): JSX.Element | null {
  const { targetOf } = usePage();
  const { address, status, redirects } = answer;
  if (redirects !== undefined)
    return <p class="dim break">Redirected to {redirects.map((it) => cut(it, MAX_LENGTH)).join(', then to ')}</p>;
  const location = headerOf(answer, 'location');
  if (status < 300 || status > 399 || location === undefined) return null;
  const target = targetOf(location);
  return (
    <p class="warn break">
      {target === undefined ? (
        `The API redirects to ${cut(location, MAX_LENGTH)}. This URL is not below that of the API, so the page does not follow it.`
      ) : (
        <>
          The page does not follow redirects of changes. Continue with{' '}
          <Link to={{ method: address.method, target }}>{cut(`${address.method} ${target}`, MAX_LENGTH)}</Link>
        </>
      )}
    </p>
  );
}
