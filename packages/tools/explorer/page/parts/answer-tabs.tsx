import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { whileCurrent } from '../hooks/while-current.ts';
import { member } from '../state/json.ts';
import type { Answer } from '../state/send.ts';
import type { Validation } from '../state/validate.ts';
import { recordOf } from '../state/versions.ts';
import { CopyButton } from './copy-button.tsx';
import { IssuesView } from './issues-view.tsx';
import { JsonTree } from './json-tree.tsx';
import { LongText } from './long-text.tsx';
import { TableView } from './table-view.tsx';
import { Tabs } from './tabs.tsx';

/** The places of two tabs. A table of one resource is its page. */
const DOCUMENT = 0;
const TABLE = 1;

/** The document of a response as a tree, as a table, as headers, and as the validator sees it. */
export function AnswerTabs({ answer }: { readonly answer: Answer | undefined }): JSX.Element | null {
  const { validate } = usePage();
  const [{ issues, failure }, setValidation] = useState<Validation>({});
  const [place, setPlace] = useState('');
  // Any other document opens as it is. What the user chooses is kept for each kind of response.
  const [chosen, setChosen] = useState({ list: TABLE, record: TABLE, other: DOCUMENT });
  const isRecord = answer !== undefined && recordOf(answer) !== undefined;
  const kind = isRecord ? 'record' : Array.isArray(member(answer?.document, 'data')) ? 'list' : 'other';
  const choose = (index: number): void => setChosen((before) => ({ ...before, [kind]: index }));
  useEffect(() => {
    setValidation({});
    setPlace('');
    if (answer?.document === undefined) return undefined;
    const isAtomic = member(answer.document, 'atomic:results') !== undefined;
    const isSparse = /[?&]fields/.test(answer.address.target);
    const question = { text: answer.text, as: isAtomic ? undefined : 'response', isSparse, isAtomic } as const;
    return whileCurrent(validate(question), setValidation);
  }, [answer]);
  if (answer === undefined) return null;
  const { document } = answer;
  const show = (pointer: string): void => {
    setPlace(pointer);
    choose(DOCUMENT);
  };
  return (
    <Safe of={answer}>
      <Tabs
        label="Response"
        chosen={chosen[kind]}
        onChoose={choose}
        tabs={[
          { name: 'Document', content: <DocumentTab answer={answer} place={place} issues={issues ?? []} /> },
          { name: isRecord ? 'Record' : 'Table', content: <TableView answer={answer} /> },
          { name: 'Headers', content: <HeaderTable headers={answer.headers} /> },
          {
            name: issues === undefined ? 'Checks' : `Checks (${issues.length})`,
            content: (
              <IssuesView issues={issues} failure={failure} hasDocument={document !== undefined} onPlace={show} />
            ),
          },
        ]}
      />
    </Safe>
  );
}

function DocumentTab({
  answer: { text, document },
  place,
  issues,
}: {
  readonly answer: Answer;
  readonly place: string;
  readonly issues: NonNullable<Validation['issues']>;
}): JSX.Element {
  if (text === '') return <p class="dim">The response does not contain a document.</p>;
  if (document === undefined)
    return (
      <pre class="text" tabIndex={0}>
        <LongText text={text} />
      </pre>
    );
  return (
    <>
      <div class="copy">
        <CopyButton text={text} name="the document" />
      </div>
      <JsonTree value={document} place={place} issues={issues} />
    </>
  );
}

function HeaderTable({ headers }: Pick<Answer, 'headers'>): JSX.Element {
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

/** A part of the page that shows data of the API. If it cannot, the other parts stay usable, and the next data are tried. */
function Safe({ of: data, children }: { readonly of: unknown; readonly children: ComponentChildren }): JSX.Element {
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error !== undefined) reset();
  }, [data]);
  if (error === undefined) return <>{children}</>;
  return (
    <p role="alert" class="bad">
      The page cannot show this part of the response.
    </p>
  );
}
