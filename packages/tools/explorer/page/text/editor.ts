import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import { jsonSyntaxError, jsonSyntaxMessage } from '@linkage/core/internal';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import type { Validation } from '../state/validate.ts';
import { colors, indentation, theme } from './editor-theme.ts';
import { namesAt } from './names-at.ts';
import { rangesOf, type Target, targetOf } from './pointer-place.ts';

/** A problem of the value at a JSON Pointer, or of the name of its member. */
export interface Problem extends Target {
  readonly message: string;
  readonly source: string;
}

/** The functions that the editor calls. */
export interface EditorHooks {
  /** Receives the text, and whether the reader has replaced all of it at once. */
  readonly onChange: (text: string, isReplaced: boolean) => void;
  readonly onSubmit: () => void;
  readonly validate: (text: string) => Promise<Validation>;
  readonly known: () => Knowledge;
  readonly type: () => KnownType | undefined;
  /** More extensions of CodeMirror, such as a limit. Default: none. */
  readonly extensions?: readonly Extension[];
}

/** An editor for JSON documents. */
export interface Editor {
  readonly setText: (text: string) => void;
  readonly setProblems: (problems: readonly Problem[]) => void;
  /** Selects the value at a JSON Pointer or the name of its member, and moves the focus to the editor. */
  readonly select: (target: Target) => void;
  /** Moves the cursor to the place where the text stops to be JSON. */
  readonly selectSyntaxError: () => void;
  readonly destroy: () => void;
}

/** Marks an update after which the document must be checked again, although its text is the same. */
const checkAgain = StateEffect.define<null>();

function hasAnswer({ transactions }: ViewUpdate): boolean {
  return transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain)));
}

/** Whether the reader has pasted, typed, or deleted over the whole text. */
function replacesAll({ changes, startState, transactions }: ViewUpdate): boolean {
  let isWhole = false;
  changes.iterChanges((from, to) => {
    isWhole ||= from === 0 && to === startState.doc.length;
  });
  return isWhole && transactions.some((it) => it.isUserEvent('input') || it.isUserEvent('delete'));
}

/** Handles the key: the editor must not insert a line. */
function submitDocument({ onSubmit }: EditorHooks): boolean {
  onSubmit();
  return true;
}

/** Returns where a string stops to be JSON, and why. */
function syntaxMistake(text: string): Diagnostic | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const error = jsonSyntaxError(text);
    const to = Math.min(error.offset + 1, text.length);
    return { from: error.offset, to, severity: 'error', message: jsonSyntaxMessage(text, error), source: 'JSON' };
  }
}

/** Creates an editor in a shadow tree. */
export function createEditor(parent: ShadowRoot, text: string, hooks: EditorHooks): Editor {
  const submit = { key: 'Mod-Enter', run: () => submitDocument(hooks) };
  /** The errors of the last response. They end with the next change of the document. */
  let problems: readonly Problem[] = [];
  const check = async (view: EditorView): Promise<readonly Diagnostic[]> => {
    const doc = view.state.doc.toString();
    if (doc === '') return [];
    const mistake = syntaxMistake(doc);
    if (mistake !== undefined) return [mistake];
    const { issues = [] } = await hooks.validate(doc);
    const found = [
      ...problems.map((problem) => ({ ...problem, severity: 'error' as const })),
      ...issues.map(({ pointer, message, rule, level }) => ({
        ...{ ...targetOf({ pointer, rule }), message, source: rule },
        severity: level === 'must' ? ('error' as const) : ('warning' as const),
      })),
    ];
    const ranges = rangesOf(doc, found);
    return found.map(({ severity, message, source }, index) => ({
      ...{ from: 0, to: 0, ...ranges[index] },
      ...{ severity, message, source },
    }));
  };
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/"[^"\s]*/);
    if (word === null && !context.explicit) return null;
    const names = namesAt(context.state.doc.toString(), context.pos, hooks.known(), hooks.type());
    const options = names.map((name) => ({ label: JSON.stringify(name), type: 'property' }));
    return { from: word?.from ?? context.pos, options, validFor: /^"[^"\s]*"?$/ };
  };
  const view = new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...[lineNumbers(), foldGutter(), lintGutter(), history(), bracketMatching(), closeBrackets()],
        ...[highlightActiveLine(), json(), syntaxHighlighting(colors), theme],
        ...[autocompletion({ override: [complete] }), linter(check, { delay: 300, needsRefresh: hasAnswer })],
        keymap.of([
          submit,
          ...closeBracketsKeymap,
          ...standardKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        indentation,
        ...(hooks.extensions ?? []),
        EditorView.contentAttributes.of({ 'aria-label': 'Document', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          problems = [];
          hooks.onChange(update.state.doc.toString(), replacesAll(update));
        }),
      ],
    }),
  });
  const selectRange = ({ from, to }: { readonly from: number; readonly to: number }): void => {
    const effects = EditorView.scrollIntoView(from, { y: 'center' });
    view.dispatch({ selection: { anchor: from, head: to }, effects });
    view.focus();
  };
  return {
    setText: (next) => {
      if (view.state.doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setProblems: (next) => {
      problems = next;
      view.dispatch({ effects: checkAgain.of(null) });
    },
    select: (target) => {
      const [range] = rangesOf(view.state.doc.toString(), [target]);
      if (range !== undefined) selectRange(range);
    },
    selectSyntaxError: () => selectRange(syntaxMistake(view.state.doc.toString()) ?? { from: 0, to: 0 }),
    destroy: () => view.destroy(),
  };
}
