import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, formatAddress, targetOf } from '../state/address.ts';
import { adviceOf } from '../state/credentials.ts';
import { cut, isObject, type JsonObject, member, textOf } from '../state/json.ts';
import { allMethods, type Knowledge, selfTarget } from '../state/knowledge.ts';
import { type Answer, finalTarget, urlOf } from '../state/send.ts';
import type { Issue, Validate } from '../state/validate.ts';
import { versionOf } from '../state/versions.ts';
import type { Visit } from '../state/visit.ts';
import { CopyButton } from './copy-button.tsx';
import { DeletedView } from './deleted-view.tsx';
import { ErrorList } from './error-list.tsx';
import { IssuesView } from './issues-view.tsx';
import { JsonTree } from './json-tree.tsx';
import { LongText } from './long-text.tsx';
import type { Change, Open } from './navigation.tsx';
import { PageLinks } from './page-links.tsx';
import { RedirectView } from './redirect-view.tsx';
import { Safe } from './safe.tsx';
import { TableView } from './table-view.tsx';
import { Tabs } from './tabs.tsx';

const MAX_TARGET = 200;
/** A response of which less is in the window is not seen. */
const MARGIN = 80;
/** The places of two tabs. */
const DOCUMENT = 0;
const TABLE = 1;

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  /** The request that the page shows, which can differ from that of the response. */
  readonly address: Address;
  readonly answer: Answer | undefined;
  readonly failure: string | undefined;
  readonly isSending: boolean;
  readonly visits: readonly Visit[];
  readonly validate: Validate;
  readonly open: Open;
  readonly change: Change;
  /** Shows the header field for credentials. */
  readonly onAuthorize: () => void;
  readonly onCancel: () => void;
}

/** The response: its status, and its document as a tree, as a table, as header fields, and as the validator sees it. */
export function AnswerView({
  settings,
  known,
  address,
  answer,
  failure,
  isSending,
  visits,
  validate,
  open,
  change,
  onAuthorize,
  onCancel,
}: Properties): JSX.Element {
  const [issues, setIssues] = useState<readonly Issue[]>();
  const [checkFailure, setCheckFailure] = useState<string>();
  const [place, setPlace] = useState('');
  // A list opens as a table, and any other document as it is. What the user chooses is kept, for lists and for the others.
  const [chosen, setChosen] = useState({ list: TABLE, other: DOCUMENT });
  const kind = Array.isArray(member(answer?.document, 'data')) ? 'list' : 'other';
  const choose = (index: number): void => setChosen((before) => ({ ...before, [kind]: index }));
  useEffect(() => {
    setIssues(undefined);
    setCheckFailure(undefined);
    setPlace('');
    if (answer?.document === undefined) return undefined;
    let isCurrent = true;
    const isAtomic = member(answer.document, 'atomic:results') !== undefined;
    void validate({
      text: answer.text,
      as: isAtomic ? undefined : 'response',
      isSparse: /[?&]fields/.test(answer.address.target),
      isAtomic,
    }).then((validation) => {
      if (!isCurrent) return;
      setIssues(validation.issues);
      setCheckFailure(validation.failure);
    });
    return () => {
      isCurrent = false;
    };
  }, [answer]);
  const isOther = answer !== undefined && formatAddress(answer.address) !== formatAddress(address);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The response to a change can be below a long form, out of sight. The list of operations shows their results by itself.
    if (answer === undefined || isOther || answer.address.method === 'GET') return;
    const { top = 0 } = section.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight - MARGIN) section.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const documentUrl =
    (answer && urlOf({ api: settings.api, address: { method: 'GET', target: finalTarget(answer) } })) ??
    `${settings.api}/`;
  const follow = (link: string): string | undefined => targetOf(link, `${settings.api}/`, documentUrl);
  const summary = answer === undefined ? failure : `${answer.status} ${answer.statusText}`;
  return (
    <section aria-label="Response" class="answer" aria-busy={isSending} ref={section}>
      <p role="status" class="summary">
        {answer !== undefined && <strong class={`status s${String(answer.status).charAt(0)}`}>{summary}</strong>}
        {answer === undefined && failure !== undefined && <span class="bad">{failure}</span>}
        {answer === undefined && failure === undefined && (
          <span class="dim">{isSending ? 'Sending…' : startText(known)}</span>
        )}
        {answer !== undefined && (
          <span class="dim">
            {isOther && `${answer.address.method} ${cut(answer.address.target, MAX_TARGET)}, `}
            {answer.milliseconds.toFixed(0)} ms, {sizeText(answer.bytes)}
            {answer.isCut && ': the page has stopped reading here'}
          </span>
        )}
      </p>
      {isSending && (
        <button type="button" class="small cancel" onClick={onCancel}>
          Cancel the request
        </button>
      )}
      {answer !== undefined && settings.writes && (
        <OwnActions answer={answer} known={known} targetOf={follow} change={change} />
      )}
      {answer?.status === 401 && (
        <p class="warn">
          {adviceOf(answer.headers.find(([name]) => name === 'www-authenticate')?.[1])}{' '}
          <button type="button" class="small" onClick={onAuthorize}>
            Write Authorization
          </button>
        </p>
      )}
      {answer !== undefined && <DeletedView answer={answer} known={known} visits={visits} open={open} />}
      {answer !== undefined && <RedirectView answer={answer} targetOf={follow} open={open} />}
      {answer !== undefined && <PageLinks document={answer.document} targetOf={follow} open={open} />}
      {answer !== undefined && <ErrorList errors={errorsOf(answer)} />}
      {answer !== undefined && (
        <Safe of={answer}>
          <Tabs
            label="Response"
            chosen={chosen[kind]}
            onChoose={choose}
            tabs={[
              {
                name: 'Document',
                content:
                  answer.text === '' ? (
                    <p class="dim">The response does not contain a document.</p>
                  ) : answer.document === undefined ? (
                    <pre class="text" tabIndex={0}>
                      <LongText text={answer.text} />
                    </pre>
                  ) : (
                    <>
                      <div class="copy">
                        <CopyButton text={answer.text} name="the document" />
                      </div>
                      <JsonTree
                        value={answer.document}
                        place={place}
                        issues={issues ?? []}
                        targetOf={follow}
                        open={open}
                      />
                    </>
                  ),
              },
              {
                name: 'Table',
                content: (
                  <TableView
                    settings={settings}
                    known={known}
                    document={answer.document}
                    target={finalTarget(answer)}
                    targetOf={follow}
                    open={open}
                    change={change}
                  />
                ),
              },
              { name: 'Header fields', content: <HeaderTable headers={answer.headers} /> },
              {
                name: issues === undefined ? 'Checks' : `Checks (${issues.length})`,
                content: (
                  <IssuesView
                    issues={issues}
                    failure={checkFailure}
                    hasDocument={answer.document !== undefined}
                    onPlace={(pointer) => {
                      setPlace(pointer);
                      choose(DOCUMENT);
                    }}
                  />
                ),
              },
            ]}
          />
        </Safe>
      )}
    </section>
  );
}

/** Edit and Delete, if the response is one resource. */
function OwnActions({
  answer,
  known,
  targetOf: follow,
  change,
}: Pick<Properties, 'known' | 'change'> & {
  readonly answer: Answer;
  readonly targetOf: (link: string) => string | undefined;
}): JSX.Element | null {
  const { resource } = versionOf(answer);
  if (resource === undefined || answer.status >= 300 || answer.address.target.includes('/relationships/')) return null;
  const type = known.get(textOf(resource['type']));
  const self = selfTarget(known, resource, follow);
  return (
    <p class="row own">
      {(['PATCH', 'DELETE'] as const)
        .filter((method) => (type?.methods ?? allMethods).has(method))
        .map((method) => (
          <button key={method} type="button" class="small" onClick={() => change(method, self)}>
            {method === 'PATCH' ? 'Edit' : 'Delete'} this resource
          </button>
        ))}
    </p>
  );
}

/** Returns how to begin, as long as there is no response. */
function startText(known: Knowledge): string {
  return known.size > 0
    ? 'Choose a type, or write a path and press Send.'
    : 'Write the path of a collection, such as /articles, and press Send.';
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1000 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

function HeaderTable({ headers }: { readonly headers: Answer['headers'] }): JSX.Element {
  return (
    <dl class="headers">
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <LongText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function errorsOf({ document }: Answer): readonly JsonObject[] {
  const errors = member(document, 'errors');
  return Array.isArray(errors) ? errors.filter(isObject) : [];
}
