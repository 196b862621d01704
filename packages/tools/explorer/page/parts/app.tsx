import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, parseAddress, targetOf } from '../state/address.ts';
import { isAuthorization, withCredentials } from '../state/credentials.ts';
import type { JsonObject } from '../state/json.ts';
import { resourceTarget, selfTarget, typeAt } from '../state/knowledge.ts';
import { operationOf } from '../state/operations.ts';
import type { CheckPatterns } from '../state/patterns.ts';
import { parseTarget } from '../state/query.ts';
import { urlOf } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { draftOfCreate } from '../text/draft.ts';
import { AnswerView } from './answer-view.tsx';
import { ConflictView } from './conflict-view.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { EnvironmentView } from './environment-view.tsx';
import { AUTHORIZATION_ID } from './headers-editor.tsx';
import { Navigation } from './navigation.tsx';
import { OperationsView } from './operations-view.tsx';
import { RequestView } from './request-view.tsx';
import { TypeDocs } from './type-docs.tsx';
import { useChanges } from './use-changes.ts';
import { useDraft } from './use-draft.ts';
import { useEnvironments } from './use-environments.ts';
import { useKnowledge } from './use-knowledge.ts';
import { useWide } from './use-narrow.ts';
import { useOperations } from './use-operations.ts';
import { useRequests } from './use-requests.ts';

/** The page. */
export function App({
  settings: page,
  validate,
  checkPatterns,
}: {
  readonly settings: Settings;
  readonly validate: Validate;
  readonly checkPatterns: CheckPatterns;
}): JSX.Element {
  const [address, setAddress] = useState<Address>(() => parseAddress(location.hash));
  const environments = useEnvironments(page);
  const { settings, setHeaders } = environments;
  const fields = environments.current.headers;
  const headers = useMemo(() => fields.map(withCredentials), [fields]);
  const { api } = settings;
  const operations = useOperations();
  const { known, description, learnFrom } = useKnowledge(settings, headers);
  const targetOfResource = (resource: JsonObject, target: string): string => {
    const documentUrl = urlOf({ api, address: { method: 'GET', target } }) ?? `${api}/`;
    return selfTarget(known, resource, (link) => targetOf(link, `${api}/`, documentUrl));
  };
  const requests = useRequests(settings, headers, targetOfResource, learnFrom);
  const { answer, run, versions } = requests;
  const draft = useDraft(api, address, versions);
  const endpoint = settings.writes ? description.described?.operations : undefined;
  const changes = useChanges({ known, address, setAddress, requests, draft, targetOfResource });
  const { open, edit, change, submit, deletion, decide, keepChanges } = changes;

  // The latest function for a listener that is added once.
  const latest = useRef(changes.follow);
  latest.current = changes.follow;
  useEffect(() => {
    const follow = (): void => latest.current(parseAddress(location.hash));
    addEventListener('hashchange', follow);
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);

  const collect = (): string | undefined => {
    if (draft.changes?.names.length === 0) return 'Nothing has changed.';
    try {
      const operation = operationOf(known, api, address, draft.sent);
      operations.add({ operation, address, body: draft.text, ifMatch: draft.ifMatch, base: draft.base });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const sendOperations = async (text: string): Promise<void> => {
    const { list } = operations;
    if (endpoint === undefined) return;
    const result = await run({ method: 'POST', target: endpoint.path }, text);
    operations.finish(list, result);
    // The versions that the page knows are out of date.
    if (result !== undefined && result.status < 300) requests.setVersions(() => new Map());
  };
  const [authorizations, setAuthorizations] = useState(0);
  const authorize = (): void => {
    if (!fields.some(isAuthorization)) setHeaders([...fields, { name: 'Authorization', value: '' }]);
    setAuthorizations((count) => count + 1);
  };
  useLayoutEffect(() => {
    const input = authorizations === 0 ? null : document.getElementById(AUTHORIZATION_ID);
    const details = input?.closest('details');
    if (details) details.open = true;
    input?.focus();
  }, [authorizations]);
  const type = typeAt(known, parseTarget(address.target).path);
  const changeMethod = (method: Address['method']): void => {
    setAddress({ ...address, method });
    if (method === 'POST' && draft.text.trim() === '' && type !== undefined) draft.begin(draftOfCreate(type));
  };
  const [showsDocs, setShowsDocs] = useState(false);
  const isWide = useWide();
  // What is above the response must not push it out of sight.
  useEffect(() => {
    if (!isWide) setShowsDocs(false);
  }, [answer]);
  const docs = showsDocs && type !== undefined ? <TypeDocs key={type.name} type={type} known={known} /> : undefined;
  const isConflict = answer?.status === 412 && /^(?:PATCH|DELETE)$/.test(answer.address.method);

  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('target')?.focus()}>
        Skip to the request
      </button>
      <Navigation
        settings={settings}
        known={known}
        description={description}
        visits={requests.visits}
        current={address}
        open={open}
        edit={edit}
      />
      <main>
        <RequestView
          settings={settings}
          known={known}
          type={type}
          address={address}
          draft={draft}
          headers={headers}
          fields={fields}
          environment={<EnvironmentView environments={environments} settings={page} />}
          docs={{
            isOpen: showsDocs,
            toggle: () => setShowsDocs(!showsDocs),
            inline: isWide ? undefined : docs,
          }}
          answer={answer}
          isSending={requests.isSending}
          validate={validate}
          checkPatterns={checkPatterns}
          onAddress={setAddress}
          onMethod={changeMethod}
          onHeaders={setHeaders}
          onSubmit={submit}
          onCollect={endpoint === undefined ? undefined : collect}
          open={open}
        />
        {endpoint !== undefined && (
          <OperationsView
            settings={settings}
            endpoint={endpoint}
            operations={operations}
            headers={headers}
            isSending={requests.isSending}
            validate={validate}
            onSend={(text) => void sendOperations(text)}
            targetOf={(name, id) => resourceTarget(known, name, id)}
            open={open}
            edit={edit}
          />
        )}
        {isConflict && (
          <ConflictView settings={settings} answer={answer} draft={draft} headers={headers} onPresent={keepChanges} />
        )}
        <AnswerView
          settings={settings}
          known={known}
          address={address}
          answer={answer}
          failure={requests.failure}
          isSending={requests.isSending}
          visits={requests.visits}
          validate={validate}
          open={open}
          change={change}
          onAuthorize={authorize}
          onCancel={() =>
            requests.fail('You have canceled the request. If it changes data, the server can have executed it.')
          }
        />
      </main>
      {isWide && docs !== undefined && (
        <aside aria-label="Documentation" tabIndex={0}>
          <button type="button" class="small close" onClick={() => setShowsDocs(false)}>
            Close
          </button>
          {docs}
        </aside>
      )}
      {deletion !== undefined && (
        <DeletionDialog
          deletion={deletion}
          known={known}
          onDelete={() => decide('delete')}
          onShow={() => decide('show')}
          onCancel={() => decide('cancel')}
        />
      )}
    </>
  );
}
