import { indentWithTab } from '@codemirror/commands';
import { HighlightStyle } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap, type Panel, showPanel } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors of JSON: those of the page, light and dark. */
export const colors: HighlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--number)' },
  { tag: tags.null, color: 'var(--dim)' },
]);

const leaving = 'Tab indents. Escape, then Tab, leaves the editor.';

function leavingPanel(): Panel {
  const dom = document.createElement('p');
  dom.textContent = leaving;
  return { dom };
}

/** Tab indents, and the editor says how the keyboard leaves it: WCAG 2.1.2. */
export const indentation: Extension = [
  keymap.of([indentWithTab]),
  showPanel.of(leavingPanel),
  EditorView.contentAttributes.of({ 'aria-description': leaving }),
];

/** The look of the editor. Custom properties of the page reach into the shadow tree. */
export const theme: Extension = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--page)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    maxHeight: '50vh',
    fontSize: '.875rem',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-panels': { backgroundColor: 'var(--page)', color: 'var(--dim)', borderTop: '1px solid var(--line)' },
  '.cm-panels > p': { margin: '0', padding: '0 .5rem', fontSize: '.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--dim)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--card)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--card)' },
});
