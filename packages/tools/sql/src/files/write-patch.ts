import type { NewLine } from './compare-draft.ts';
import { findMember, type Token, tokensOf } from './find-place.ts';

/** A file of a developer. */
export interface OwnFile {
  readonly name: string;
  readonly code: string;
}

/** The change at a line: lines before it, and another string of it. */
interface Change {
  readonly before: string[];
  text: string;
}

/** The lines of a file around a change, as `diff -u` prints them. */
const CONTEXT = 3;

/** Returns the tokens of the braces around the value of a member. */
function bracesOf(tokens: readonly Token[], member: Token): readonly [Token, Token] | undefined {
  const rest = tokens.slice(tokens.indexOf(member) + 1);
  const [open] = rest;
  const close = rest.find(({ text, depth }) => text === '}' && depth === member.depth);
  return open?.text === '{' && close !== undefined ? [open, close] : undefined;
}

/** Changes the lines of one file. */
class FilePatch {
  readonly #lines: readonly string[];
  readonly #code: string;
  readonly #tokens: readonly Token[];
  readonly #changes = new Map<number, Change>();

  constructor(code: string) {
    this.#code = code;
    this.#lines = code.split('\n');
    this.#tokens = tokensOf(code);
  }

  #changeAt(index: number): Change {
    const change = this.#changes.get(index) ?? { before: [], text: this.#lines.at(index) ?? '' };
    this.#changes.set(index, change);
    return change;
  }

  #lineOf({ start }: Token): number {
    return this.#code.slice(0, start).split('\n').length - 1;
  }

  /** Adds a member to the value of another one. Returns false if its braces are not found. */
  #addTo(path: readonly string[], code: string): boolean {
    const member = findMember(this.#tokens, path, this.#code);
    const braces = member && bracesOf(this.#tokens, member);
    if (braces === undefined) return false;
    const [open, close] = braces.map((it) => this.#lineOf(it)) as [number, number];
    const change = this.#changeAt(close);
    if (open !== close) {
      const [indent = ''] = /^\s*/.exec(this.#lines.at(close) ?? '') ?? [];
      change.before.push(`${indent}  ${code}`);
      return true;
    }
    // All insertions into one line are before the same brace: its place from the end of the line stays.
    const fromEnd = (this.#lines.at(close) ?? '').length - this.#columnOf(braces[1]);
    const at = change.text.length - fromEnd;
    const start = change.text.slice(0, at).trimEnd();
    const comma = start.endsWith('{') || start.endsWith(',') ? '' : ',';
    change.text = `${start}${comma} ${code.replace(/,$/, '')} ${change.text.slice(at)}`;
    return true;
  }

  #columnOf({ start }: Token): number {
    return start - (this.#code.lastIndexOf('\n', start - 1) + 1);
  }

  /** Returns where lines for a member of a type are added. Several places in one line must change from the left to the right. */
  placeOf(type: string, member: string): number {
    const own = findMember(this.#tokens, [type, member], this.#code) ?? findMember(this.#tokens, [type], this.#code);
    return (own && bracesOf(this.#tokens, own)?.[1].start) ?? 0;
  }

  /** Adds lines to a member of a type. Returns false if the type is not found. */
  add(type: string, member: string, codes: readonly string[]): boolean {
    if (codes.every((code) => this.#addTo([type, member], code))) return true;
    return this.#addTo([type], `${member}: { ${codes.map((it) => it.replace(/,$/, '')).join(', ')} },`);
  }

  /** Adds the names of functions to an import of a package. */
  addImports(from: string, names: readonly string[]): void {
    const index = this.#lines.findIndex((line) => line.startsWith('import {') && line.endsWith(`'${from}';`));
    const line = this.#lines.at(index) ?? '';
    const listed = line.slice(line.indexOf('{') + 1, line.indexOf('}'));
    const known = listed.split(',').map((it) => it.trim());
    const missing = names.filter((name) => !known.includes(name));
    if (index === -1 || missing.length === 0) return;
    const nameOf = (it: string): string => it.replace('type ', '').toLowerCase();
    const all = [...known, ...missing]
      .filter((it) => it !== '')
      .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
    this.#changeAt(index).text = `import { ${all.join(', ')} } from '${from}';`;
  }

  /** Adds a constant before the first statement that exports. */
  addConstant(name: string, code: string): void {
    if (this.#lines.some((line) => line.startsWith(`const ${name} =`))) return;
    const index = this.#lines.findIndex((line) => /^(?:export )?const \w+ = define/.test(line));
    if (index !== -1) this.#changeAt(index).before.push(code);
  }

  /** Returns the changes as `diff -u` prints them; an empty text if there are none. */
  toText(name: string): string {
    const places = [...this.#changes.keys()].sort((one, other) => one - other);
    const hunks: number[][] = [];
    for (const place of places) {
      const last = hunks.at(-1);
      if (last !== undefined && place - (last.at(-1) ?? 0) <= 2 * CONTEXT) last.push(place);
      else hunks.push([place]);
    }
    let shift = 0;
    const strings = hunks.map((hunk) => {
      const start = Math.max(0, (hunk.at(0) ?? 0) - CONTEXT);
      // The part behind the last line break is not a line.
      const end = Math.min(this.#lines.length - (this.#lines.at(-1) === '' ? 1 : 0), (hunk.at(-1) ?? 0) + CONTEXT + 1);
      const lines = this.#lines.slice(start, end).flatMap((line, offset) => {
        const change = this.#changes.get(start + offset);
        const kept = change === undefined || change.text === line ? [` ${line}`] : [`-${line}`, `+${change.text}`];
        return [...(change?.before.map((it) => `+${it}`) ?? []), ...kept];
      });
      const added = lines.filter((line) => !line.startsWith('-')).length;
      const head = `@@ -${start + 1},${end - start} +${start + 1 + shift},${added} @@`;
      shift += added - (end - start);
      return [head, ...lines].join('\n');
    });
    return strings.length === 0 ? '' : [`--- a/${name}`, `+++ b/${name}`, ...strings, ''].join('\n');
  }
}

/** A constant that drafted attributes use. */
export type Constants = Readonly<Record<string, string>>;

/**
 * Returns a patch that adds lines to the files of a developer, and the lines whose types are not found in them.
 *
 * @param constants The code of constants that lines can use, by name.
 */
export function writePatch(
  files: Readonly<Record<NewLine['file'], OwnFile>>,
  lines: readonly NewLine[],
  constants: Constants,
): { readonly text: string; readonly lost: readonly NewLine[] } {
  const lost: NewLine[] = [];
  const strings = Object.entries(files).map(([file, { name, code }]) => {
    const patch = new FilePatch(code);
    const own = lines.filter((it) => it.file === file);
    const groups = Map.groupBy(own, ({ type, member }) => JSON.stringify([type, member]));
    const placed = [...groups.values()].map((group) => {
      const [first] = group as [NewLine, ...NewLine[]];
      return { group, first, place: patch.placeOf(first.type, first.member) };
    });
    const added = placed
      .toSorted((one, other) => one.place - other.place)
      .flatMap(({ group, first }) => {
        const codes = group.map((it) => it.code);
        if (patch.add(first.type, first.member, codes)) return codes;
        lost.push(...group);
        return [];
      });
    const uses = (names: readonly string[], after: string): readonly string[] =>
      names.filter((it) => added.some((line) => line.includes(`${it}${after}`)));
    patch.addImports('@linkage/core', uses(['attribute', 'toMany', 'toOne'], '('));
    patch.addImports('@linkage/kysely', uses(['booleanColumn', 'jsonColumn', 'localDateTimeColumn'], '('));
    for (const [constant, text] of Object.entries(constants))
      if (added.some((line) => line.includes(`, ${constant})`) || line.includes(`...${constant},`)))
        patch.addConstant(constant, text);
    return patch.toText(name);
  });
  return { text: strings.join(''), lost };
}
