import type { JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, formatAddress, parseAddress } from '../state/address.ts';
import { resourceTarget, typeAt } from '../state/knowledge.ts';
import { operationOf } from '../state/operations.ts';
import { parseTarget } from '../state/query.ts';
import { type Answer, type HeaderField, hasBody, refusalOf, send, urlOf } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { type Visit, withVisit } from '../state/visit.ts';
import { draftOfCreate } from '../text/draft.ts';
import { AnswerView } from './answer-view.tsx';
import { ConflictView } from './conflict-view.tsx';
import { Navigation } from './navigation.tsx';
import { OperationsView } from './operations-view.tsx';
import { RequestView } from './request-view.tsx';
import { useKnowledge } from './use-knowledge.ts';
import { useOperations } from './use-operations.ts';

/** The page. */
export function App({ settings, validate }: { readonly settings: Settings; readonly validate: Validate }): JSX.Element {
  const [address, setAddress] = useState<Address>(() => parseAddress(location.hash));
  const [headers, setHeaders] = useState<readonly HeaderField[]>([]);
  const [body, setBody] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [visits, setVisits] = useState<readonly Visit[]>([]);
  const [etags, setEtags] = useState<ReadonlyMap<string, string>>(new Map());
  const running = useRef<AbortController | undefined>(undefined);
  const { api, requests } = settings;
  const operations = useOperations();
  const { known, description, learnFrom } = useKnowledge(settings, headers);
  const endpoint = settings.writes ? description.described?.operations : undefined;

  const run = useCallback(
    async (asked: Address, text: string): Promise<Answer | undefined> => {
      running.current?.abort();
      if (urlOf({ api: requests, address: asked }) === undefined) {
        setSending(false);
        setAnswer(undefined);
        setFailure(refusalOf(asked.target));
        return undefined;
      }
      const controller = new AbortController();
      running.current = controller;
      setSending(true);
      setFailure(undefined);
      const ifMatch =
        asked.method === 'PATCH' || asked.method === 'DELETE' ? etags.get(parseTarget(asked.target).path) : undefined;
      try {
        const result = await send({ api: requests, address: asked, headers, body: text, ifMatch }, controller.signal);
        // Many APIs have nothing at their root: the first page is then empty, and not an error.
        const isStart = location.hash === '' && asked.target === '/' && result.status === 404;
        setAnswer(isStart ? undefined : result);
        if (isStart) return undefined;
        const tag = result.headers.find(([name]) => name === 'etag')?.[1];
        if (tag !== undefined && !asked.target.includes('?'))
          setEtags((before) => new Map(before).set(asked.target, tag));
        latest.current.learnFrom(result);
        setVisits((before) => withVisit(before, asked, result.status));
        return result;
      } catch (error) {
        if (controller.signal.aborted) return undefined;
        setAnswer(undefined);
        setFailure(`The server cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
        setVisits((before) => withVisit(before, asked));
        return undefined;
      } finally {
        if (running.current === controller) setSending(false);
      }
    },
    [api, requests, headers, etags],
  );

  // The latest functions for listeners that are added once.
  const latest = useRef({ run, learnFrom });
  latest.current = { run, learnFrom };

  useEffect(() => {
    const follow = (): void => {
      const next = parseAddress(location.hash);
      setAddress(next);
      // A link to the page must never change data: only the button sends such a request.
      if (next.method === 'GET') void latest.current.run(next, '');
    };
    addEventListener('hashchange', follow);
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);

  const open = (next: Address): void => {
    if (formatAddress(next) === formatAddress(parseAddress(location.hash)) && location.hash !== '') {
      if (next.method === 'GET') void run(next, '');
    } else location.hash = formatAddress(next);
  };
  const submit = (): void => {
    // The controls of the query check the values of filters.
    const builder = document.querySelector<HTMLFormElement>('form.builder');
    if (address.method === 'GET' && builder?.reportValidity() === false) return;
    if (address.method === 'GET') open(address);
    else {
      history.replaceState(null, '', formatAddress(address));
      void run(address, hasBody(address) ? body : '');
    }
  };
  const edit = (next: Address, text: string): void => {
    setBody(text);
    setAddress(next);
    history.pushState(null, '', formatAddress(next));
    document.getElementById('target')?.focus();
  };
  const collect = (): string | undefined => {
    try {
      const operation = operationOf(known, api, address, hasBody(address) ? body : '');
      operations.add({ operation, address, body, ifMatch: etags.get(parseTarget(address.target).path) });
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
    if (result !== undefined && result.status < 300) {
      const changed = new Set(list.map(({ address: { target } }) => parseTarget(target).path));
      setEtags((before) => new Map([...before].filter(([path]) => !changed.has(path))));
    }
  };
  const type = typeAt(known, parseTarget(address.target).path);
  const changeMethod = (method: Address['method']): void => {
    setAddress({ ...address, method });
    if (method === 'POST' && body.trim() === '' && type !== undefined) setBody(draftOfCreate(type));
  };

  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('target')?.focus()}>
        Skip to the request
      </button>
      <Navigation
        settings={settings}
        known={known}
        description={description}
        visits={visits}
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
          body={body}
          headers={headers}
          answer={answer}
          isSending={isSending}
          validate={validate}
          ifMatch={etags.get(parseTarget(address.target).path)}
          onAddress={setAddress}
          onMethod={changeMethod}
          onBody={setBody}
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
            isSending={isSending}
            validate={validate}
            onSend={(text) => void sendOperations(text)}
            targetOf={(name, id) => resourceTarget(known, name, id)}
            open={open}
            edit={edit}
          />
        )}
        {answer?.status === 412 && (
          <ConflictView
            settings={settings}
            answer={answer}
            body={body}
            headers={headers}
            onTag={(target, tag) => setEtags((before) => new Map(before).set(target, tag))}
          />
        )}
        <AnswerView
          settings={settings}
          known={known}
          answer={answer}
          failure={failure}
          isSending={isSending}
          validate={validate}
          open={open}
          edit={edit}
        />
      </main>
    </>
  );
}
