import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { indentation, theme } from '../../../../../tools/explorer/page/text/editor-theme.ts';
import type { Mistake, Place } from '../model/mistake.ts';
import { completeDeclaration } from './complete-declaration.ts';
import { codeColors, typeScript } from './highlight.ts';

/** The languages of the editors. */
export type Language = 'json' | 'typescript';

const languages: Readonly<Record<Language, Extension>> = { json: json(), typescript: typeScript };

/** An editor, or a string that cannot be changed. */
export interface CodeEditor {
  readonly setText: (text: string, language?: Language) => void;
  readonly setMistake: (mistake: Mistake | undefined) => void;
  /** Selects a part of the text, and moves the focus to the editor. */
  readonly select: (place: Place) => void;
  readonly destroy: () => void;
}

/** How an editor looks, and what it accepts. */
export interface CodeOptions {
  readonly label: string;
  readonly language: Language;
  /** The maximum height, as CSS writes it. */
  readonly maxHeight: string;
  readonly isReadOnly?: boolean;
  readonly maxLength?: number;
  readonly onChange?: (text: string) => void;
  readonly onTooLong?: () => void;
}

/** Returns an extension that rejects changes after which a string is too long. */
export function lengthLimit(maxLength: number, onTooLong: () => void): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.newDoc.length <= maxLength) return transaction;
    onTooLong();
    return [];
  });
}

/** Returns extensions that name an editor for screen readers, limit its height, and wrap its lines: the end of an error says what to do. */
export function frame(label: string, maxHeight: string): Extension {
  return [
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    // Two classes: the common theme has one, and all editors of a page share one style sheet.
    EditorView.theme({ '&.cm-editor': { maxHeight }, '.cm-scroller': { overflow: 'auto' } }),
  ];
}

function editing({ maxLength = Number.POSITIVE_INFINITY, onChange, onTooLong }: CodeOptions): Extension {
  return [
    ...[lintGutter(), history(), closeBrackets(), highlightActiveLine()],
    autocompletion({ override: [completeDeclaration] }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap]),
    indentation,
    lengthLimit(maxLength, () => onTooLong?.()),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange?.(update.state.doc.toString());
    }),
  ];
}

/** Creates an editor in a shadow tree. */
export function createCodeEditor(parent: ShadowRoot, text: string, options: CodeOptions): CodeEditor {
  const { label, language, maxHeight, isReadOnly = false } = options;
  const stateOf = (doc: string, shown: Language): EditorState =>
    EditorState.create({
      doc,
      extensions: [
        ...[frame(label, maxHeight), lineNumbers(), foldGutter(), drawSelection(), bracketMatching()],
        ...[languages[shown], syntaxHighlighting(codeColors), theme],
        isReadOnly ? EditorState.readOnly.of(true) : editing(options),
        keymap.of([...defaultKeymap, ...foldKeymap]),
      ],
    });
  const view = new EditorView({ parent, root: parent, state: stateOf(text, language) });
  let shown = language;
  return {
    setText: (next, nextLanguage = shown) => {
      if (nextLanguage !== shown) {
        shown = nextLanguage;
        view.setState(stateOf(next, shown));
      } else if (view.state.doc.toString() !== next) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      }
    },
    setMistake: (mistake) => {
      const { length } = view.state.doc;
      const found = (mistake === undefined ? [] : [mistake]).map(({ from, to, message }) => ({
        ...{ from: Math.min(from, length), to: Math.min(to, length), message },
        severity: 'error' as const,
      }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    select: ({ from, to }) => {
      const { length } = view.state.doc;
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
      view.dispatch({ selection, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
