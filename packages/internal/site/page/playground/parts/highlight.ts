/** The colors of code in the editors: light words of TypeScript, without a grammar of their own. */
import { HighlightStyle, StreamLanguage, type StreamParser } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** The colors of code: those of the page, light and dark. */
export const codeColors: HighlightStyle = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)' },
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--number)' },
  { tag: tags.comment, color: 'var(--dim)' },
  { tag: tags.typeName, color: 'var(--number)' },
]);

interface State {
  /** Whether the line begins inside of a block comment. */
  isComment: boolean;
}

type Patterns = readonly (readonly [pattern: RegExp, token: string | null])[];

function parserOf(patterns: Patterns): StreamParser<State> {
  return {
    startState: () => ({ isComment: false }),
    token: (stream, state) => {
      if (state.isComment || stream.match('/*')) {
        state.isComment = !stream.match(/.*?\*\//);
        if (state.isComment) stream.skipToEnd();
        return 'comment';
      }
      for (const [pattern, token] of patterns) if (stream.match(pattern)) return token;
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] } },
  };
}

const text = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)/;
const number = /^\d[\w.]*/;

/** TypeScript. */
export const typeScript: StreamLanguage<State> = StreamLanguage.define(
  parserOf([
    [/^\/\/.*/, 'comment'],
    [text, 'string'],
    [/^(?:import|export|from|const|as|default|type|interface|readonly|typeof)\b(?!\??:)/, 'keyword'],
    [/^\.[\p{L}$_][\w$]*/u, null],
    [/^(?:true|false|null|undefined)\b/, 'atom'],
    [/^(?:string|number|boolean|unknown)\b(?!\??:)/, 'typeName'],
    [/^[\p{L}$_][\w$]*(?=\??\s*:)/u, 'propertyName'],
    [/^[\p{L}$_][\w$]*/u, null],
    [number, 'number'],
  ]),
);
