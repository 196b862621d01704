import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Editor } from '../../../../tools/explorer/page/text/editor.ts';
import { brokenLink } from '../shared/packed-text.ts';
import { showFragment, useFragment, useLater } from '../shared/use-fragment.ts';
import type { Validate } from './bounded-validator.ts';
import { isHeaderRule, type Validation } from './check-text.ts';
import { defaultChoices } from './choices.ts';
import { ChoicesForm } from './choices-form.tsx';
import { DeclarationPane } from './declaration-pane.tsx';
import { DocumentEditor } from './document-editor.tsx';
import { DocumentSource, dropTarget, tooLong } from './document-source.tsx';
import { examples } from './examples.ts';
import { fitsLink, formatFragment, type PageState, parseFragment } from './fragment.ts';
import { IssuesList } from './issues-list.tsx';
import { PasteNotes } from './paste-notes.tsx';
import { readPaste } from './read-paste.ts';
import { exampleDeclaration, exampleDocument } from './start.ts';

/** The page waits for this number of milliseconds after a change. */
const DELAY = 50;

/** Whether the page is as it was at the beginning, so that its URL needs no fragment. */
function isExample({ text, declaration, headers }: PageState): boolean {
  return text === exampleDocument && declaration === undefined && headers === undefined;
}

/** An accepted document of each rule that has one. */
const accepted = examples.filter(({ isBroken }) => !isBroken);

const stateNames = ['text', 'choices', 'declaration', 'headers'] as const;

/** Returns a function that validates. The editor and the list ask for the same document: the worker validates it once. */
function useAsk(validate: Validate): (question: PageState) => Promise<Validation | undefined> {
  const asked = useRef<{ readonly state: PageState; readonly answer: Promise<Validation | undefined> }>(undefined);
  return (question) => {
    const last = asked.current;
    const isSame = (name: keyof PageState): boolean => last?.state[name] === question[name];
    if (last !== undefined && stateNames.every(isSame)) return last.answer;
    const answer = validate(question);
    asked.current = { state: question, answer };
    return answer;
  };
}

/** The validator: an editor, the choices, and the issues. */
export function Validator({ validate, base }: { readonly validate: Validate; readonly base: string }): JSX.Element {
  const [state, setState] = useState<PageState>({ text: exampleDocument, choices: defaultChoices });
  const [validation, setValidation] = useState<Validation>();
  const [notice, setNotice] = useState<string>();
  const [linkNotice, setLinkNotice] = useState<string>();
  const [fileName, setFileName] = useState<string>();
  const [readAs, setReadAs] = useState<string>();
  const [changes, setChanges] = useState<readonly string[]>([]);
  const editor = useRef<Editor | undefined>(undefined);
  // The text stays when a reader takes the declaration away for a moment.
  const declared = useRef(exampleDeclaration);
  // Headers that a reader has typed belong to every document, those of a message only to its own.
  const typedHeaders = useRef<string>(undefined);
  const ask = useAsk(validate);

  const change = (next: PageState): void => {
    setNotice(undefined);
    setLinkNotice(undefined);
    setState(next);
  };

  useFragment(parseFragment, (found) => (found === 'broken' ? setLinkNotice(brokenLink) : change(found)));
  useLater(state, DELAY, async (isLatest) => {
    const answer = await ask(state);
    if (isLatest() && answer !== undefined) setValidation(answer);
    if (!isLatest() || isExample(state)) return;
    const fragment = fitsLink(state) ? await formatFragment(state) : '';
    if (isLatest()) showFragment(fragment);
  });

  /** Shows a string. Another document chooses what fits it, and has the headers of its own message. */
  const setText = (text: string, isOther = false): void => {
    if (!isOther && !text.startsWith('HTTP/')) {
      change({ ...state, text });
      return;
    }
    const { as, choices, ...read } = readPaste(text);
    setReadAs(as);
    setChanges([]);
    change({ ...state, headers: typedHeaders.current, ...read, choices: { ...state.choices, ...choices } });
  };
  const openFile = (text: string, name: string): void => {
    setFileName(name);
    setText(text, true);
  };
  return (
    <div {...dropTarget(openFile, setNotice)}>
      <div class="panes">
        <DocumentEditor
          text={state.text}
          version={`${state.declaration}${state.headers}${JSON.stringify(state.choices)}`}
          validate={async (text) => {
            const { issues, ...rest } = (await ask({ ...state, text })) ?? {};
            return { ...rest, ...(issues && { issues: issues.filter(({ rule }) => !isHeaderRule(rule)) }) };
          }}
          onText={setText}
          onTooLong={(length) => setNotice(tooLong(length))}
          onEditor={(created) => {
            editor.current = created;
          }}
        />
        <IssuesList
          validation={validation}
          notice={notice}
          linkNotice={linkNotice}
          hasLink={fitsLink(state)}
          accepted={accepted}
          base={base}
          onPlace={(target) => editor.current?.select(target)}
          onSyntaxError={() => editor.current?.selectSyntaxError()}
        />
      </div>
      <PasteNotes
        text={state.text}
        validation={validation}
        readAs={readAs}
        changes={changes}
        onConvert={(text, made) => {
          setText(text, true);
          setChanges(made);
        }}
      />
      <ChoicesForm
        choices={state.choices}
        hasDeclaration={state.declaration !== undefined}
        onDeclaration={(isOn) => change({ ...state, declaration: isOn ? declared.current : undefined })}
        onChoices={(choices) => change({ ...state, choices })}
        onExample={(index) => {
          const example = examples[index];
          if (example !== undefined) change({ text: example.text, choices: example.choices });
        }}
      />
      {state.declaration !== undefined && (
        <DeclarationPane
          text={state.declaration}
          mistake={validation?.mistake}
          onText={(declaration) => {
            declared.current = declaration;
            change({ ...state, declaration });
          }}
          onTooLong={setNotice}
        />
      )}
      <DocumentSource
        text={state.text}
        headers={state.headers}
        fileName={fileName}
        onText={setText}
        onHeaders={(headers) => {
          typedHeaders.current = headers;
          change({ ...state, headers });
        }}
        onFile={openFile}
        onNotice={setNotice}
      />
    </div>
  );
}
