import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CompilerAnswer, CompilerQuestion } from '../compiler/compiler-question.ts';
import { formatFragment } from '../playground/model/fragment.ts';
import type { Answer, Inputs } from '../playground/model/question.ts';
import { CodeView, DeclarationEditor } from '../playground/parts/editors.tsx';
import { downloadProject } from '../playground/parts/share.tsx';
import { type Notice, Summary } from '../playground/parts/summary.tsx';
import { Older, Tabs } from '../playground/parts/tabs.tsx';
import { type AskPlayground, isOld } from '../playground/playground.tsx';
import type { Ask } from '../shared/bounded-worker.ts';
import { useLater } from '../shared/use-fragment.ts';
import { defaultChoices } from '../validator/choices.ts';
import { formatFragment as formatDocument } from '../validator/fragment.ts';
import {
  type FirstView,
  firstViews,
  type ShownRequest,
  type StatementsAnswer,
  type StatementsQuestion,
} from './first-screen-data.ts';
import { renamedRecords } from './renamed-records.ts';
import { clientHtml, statementsHtml } from './shown-text.ts';
import { Code, RequestChoice } from './small-parts.tsx';

/** The page waits for this number of milliseconds after a change. */
const DELAY = 100;

/** The settings of the playground on the first page. */
export interface SmallSettings {
  readonly example: Inputs;
  readonly requests: readonly ShownRequest[];
  /** The lines that serve the declaration, as HTML of the build. */
  readonly server: string;
  /** The index of the request, and the view, that the reader has chosen before the playground has loaded. */
  readonly request: number;
  readonly view: FirstView;
  /** The path of the site. */
  readonly base: string;
  /** Called when the first document is there. A failure does not replace the response that the page has. */
  readonly onReady: () => void;
}

interface Workers {
  readonly ask: AskPlayground;
  readonly askCompiler: Ask<CompilerQuestion, CompilerAnswer>;
  readonly askStatements: Ask<StatementsQuestion, StatementsAnswer>;
}

/** The client or the statements as HTML, and the request and declaration to which they belong. */
interface ShownCode {
  readonly view: FirstView;
  readonly request: ShownRequest;
  readonly html: string;
  readonly declaration: string;
}

/** The playground of the first page: a declaration, and beside it its client, the response, and the SQL. */
export function SmallPlayground(properties: SmallSettings & Workers): JSX.Element {
  const { ask, askCompiler, askStatements, example, requests, server, base, onReady } = properties;
  const [declaration, setDeclaration] = useState(example.declaration);
  const [request, setRequest] = useState(() => requests[properties.request] ?? (requests[0] as ShownRequest));
  const [view, setView] = useState(properties.view);
  const [answer, setAnswer] = useState<Answer>();
  const [records, setRecords] = useState(example.records);
  const [text, setText] = useState('');
  const [code, setCode] = useState<ShownCode>();
  const [notice, setNotice] = useState<Notice>();
  const [link, setLink] = useState(`${base}playground/`);
  const [validator, setValidator] = useState<string>();
  const toDeclaration = useRef<() => void>(() => undefined);
  const { target, method, body, client } = request;
  const inputs: Inputs = { ...example, records, declaration, target, method, body };
  const isChanged = declaration !== example.declaration;

  useLater(`${declaration}\n${request.label}`, DELAY, async (isLatest) => {
    const first = await ask({ ...inputs, view: 'document' });
    if (!isLatest()) return;
    // The page does not show its records: they follow the names of the declaration.
    const records = renamedRecords(example.records, first?.description);
    const isRenamed = first?.recordsMistake !== undefined && records !== inputs.records;
    const found = isRenamed ? await ask({ ...inputs, records, view: 'document' }) : first;
    if (!isLatest() || found === undefined) return;
    setRecords(records);
    setAnswer(found);
    if (found.text !== undefined) {
      onReady();
      setText(found.text);
    }
    const choices = { ...defaultChoices, isSparse: target.includes('fields[') };
    const [own, document] = await Promise.all([
      formatFragment({ ...inputs, records, view: 'document' }),
      found.text !== undefined && formatDocument({ text: found.text, choices }),
    ]);
    if (!isLatest()) return;
    setLink(`${base}playground/${own}`);
    setValidator(document === false ? undefined : `${base}validate/${document}`);
  });

  // The build has computed both for the declaration of the page: their workers load with the first change.
  useLater(`${declaration}\n${request.label}\n${view}`, DELAY, async (isLatest) => {
    const show = (html: string): void => setCode({ view, request, html, declaration });
    if (view === 'client') {
      const found = isChanged ? await askCompiler({ declaration, code: client.code }) : client;
      if (isLatest() && found?.notes !== undefined) show(clientHtml(client, found.notes));
    } else if (view === 'sql') {
      const found = isChanged ? await askStatements({ declaration, target, method, body }) : request;
      if (isLatest() && found?.statements !== undefined) show(statementsHtml(found.statements));
    }
  });

  // Before the first answer, the code of the build; then the last one, without colors while it is that of another declaration.
  const shown =
    code?.view === view && code.request === request
      ? code
      : { html: initialHtml(view, request), declaration: example.declaration };
  return (
    <div class="panes">
      <div class="inputs">
        <DeclarationEditor
          text={declaration}
          version={0}
          mistake={answer?.mistake}
          onText={(text) => {
            setNotice(undefined);
            setDeclaration(text);
          }}
          onTooLong={setNotice}
          onSelect={(select) => {
            toDeclaration.current = select;
          }}
        />
        <p class="remark">
          Change it: rename <code>name</code> to <code>nam</code>, or add <code>views: z.int().default(0)</code>.{' '}
          <a href={link}>Open it in the playground</a>
        </p>
        <div class="server">
          <p class="remark">These lines serve it:</p>
          <div dangerouslySetInnerHTML={{ __html: server }} />
        </div>
        {isChanged && (
          <button type="button" onClick={async () => setNotice(await downloadProject(inputs))}>
            Download your version
          </button>
        )}
      </div>
      <div>
        <RequestChoice {...{ requests, request }} onChoose={setRequest} />
        <Tabs titles={firstViews} chosen={view} onChoose={setView}>
          <p class="request-line">
            <code>
              {method} {target} {body}
            </code>
          </p>
          {(view === 'document' || isOld(answer) || notice !== undefined) && (
            <Summary
              {...{ view: 'document', declaration, answer, notice }}
              onDeclaration={() => toDeclaration.current()}
              onRecords={() => undefined}
            />
          )}
          {view === 'document' ? (
            <>
              {validator !== undefined && !isOld(answer) && <a href={validator}>Validate this document</a>}
              <Older isOld={isOld(answer)}>
                <CodeView text={text} language="json" maxHeight="17rem" />
              </Older>
            </>
          ) : (
            <Older isOld={answer?.mistake !== undefined}>
              <Code html={shown.html} waits={shown.declaration !== declaration} />
            </Older>
          )}
        </Tabs>
      </div>
    </div>
  );
}

function initialHtml(view: FirstView, { client, statements }: ShownRequest): string {
  return view === 'client' ? clientHtml(client, client.notes) : statementsHtml(statements);
}
