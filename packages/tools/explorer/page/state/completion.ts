import { filterableFields, wordsOfField } from './form.ts';
import { cut } from './json.ts';
import { collectionAt, type Knowledge, type KnownType, typeAt } from './knowledge.ts';
import type { Learned } from './learned.ts';
import { encode, encodeSegment, parseTarget } from './query.ts';
import { shapeOf } from './schema.ts';
import { includedTypes } from './targets.ts';

/** What can stand at a place of a target. */
export interface Completion {
  readonly text: string;
  /** What it is, in a few words. */
  readonly detail: string;
  /** The target with the text. */
  readonly target: string;
  /** The place behind the text. */
  readonly caret: number;
}

/** A text to choose, with what it is. */
type Option = readonly [text: string, detail: string];

const MAX_OPTIONS = 50;
const MAX_DEPTH = 3;
const MAX_WORDS = 60;

/** Returns what can stand at a place of a target, from what the page knows: those that begin as the text before the place first. */
export function completionsAt(
  known: Knowledge,
  learned: Learned,
  target: string,
  place: number,
): readonly Completion[] {
  const before = target.slice(0, place);
  const start = place - lastOf(before, /[/?&=,]/).length;
  const written = before.slice(start).toLowerCase();
  const end = place + (target.slice(place).split(/[/?&=,]/, 1)[0] ?? '').length;
  // What the list already contains, or what is written completely.
  const used = new Set([...lastOf(before.slice(0, start), /[&?=]/).split(','), before.slice(start)]);
  const all = optionsAt(known, learned, before.slice(0, start)).filter(([text]) => !used.has(text));
  const begins = all.filter(([text]) => text.toLowerCase().startsWith(written));
  const contains = all.filter((it) => !begins.includes(it) && it.join(' ').toLowerCase().includes(written));
  return [...begins, ...contains].slice(0, MAX_OPTIONS).map(([text, detail]) => {
    // What follows the name of a parameter stays.
    const rest = target.slice(text.endsWith('=') && target.charAt(end) === '=' ? end + 1 : end);
    return { text, detail, target: `${target.slice(0, start)}${text}${rest}`, caret: start + text.length };
  });
}

/** Returns the last part of a string. */
function lastOf(text: string, separator: RegExp): string {
  return text.split(separator).at(-1) ?? '';
}

/** Returns what can follow the beginning of a target. */
function optionsAt(known: Knowledge, learned: Learned, before: string): readonly Option[] {
  const { path } = parseTarget(before);
  if (!before.includes('?')) return pathOptions(known, learned, path);
  const type = typeAt(known, path);
  const [name = '', value] = lastOf(before, /[?&]/).split('=', 2);
  if (type === undefined) return [];
  const isList = (collectionAt(known, path)?.rest.length ?? 0) !== 1;
  return value === undefined
    ? nameOptions(known, type, before, isList)
    : valueOptions(known, learned, type, parseTarget(`?${name}=`).parameters[0]?.[0] ?? '');
}

function pathOptions(known: Knowledge, learned: Learned, path: string): readonly Option[] {
  const place = collectionAt(known, path.replace(/\/$/, ''));
  const collections = [...known.values()].flatMap(({ name, path: whole }): Option[] =>
    whole.startsWith(path) ? [[whole.slice(path.length), `collection of ${name}`]] : [],
  );
  if (place === undefined) return collections;
  const { type, rest } = place;
  const names = [...type.fields.values()].filter(({ kind }) => kind !== 'attribute');
  const related = names.map(({ name, kind, targets }): Option => [name, [kind, ...targets].join(' ')]);
  if (rest.length === 0) return [...idOptions(learned, [type.name], encodeSegment), ...collections];
  if (rest.length === 1) return [...related, ['relationships/', 'identifiers of related resources']];
  return rest.length === 2 && rest[1] === 'relationships' ? related : [];
}

/** The ids of resources that the page has read. */
function idOptions(learned: Learned, types: readonly string[], write: (id: string) => string): readonly Option[] {
  const all = [...learned.names.values()].filter(({ type }) => types.includes(type));
  return all.map(({ type, id, label }) => [write(id), `${label}, ${type}`]);
}

/** The names of parameters, without those that the target contains. */
function nameOptions(known: Knowledge, type: KnownType, before: string, isList: boolean): readonly Option[] {
  const target = parseTarget(before);
  const fields = [...type.fields.values()];
  const { parameter, total } = type.pageSize ?? {};
  const lists: readonly Option[] = [
    ...(fields.some(({ canSort }) => canSort) ? [['sort=', 'order'] as const] : []),
    ...filterableFields(fields).flatMap((field) => {
      const words = cut(wordsOfField(field), MAX_WORDS);
      const whole = `filter[${field.name}]`;
      return field.operators.map((it): Option => (it === 'eq' ? [`${whole}=`, words] : [`${whole}[${it}]=`, '']));
    }),
    ...(parameter === undefined ? [] : [[`${parameter}=`, 'page size'] as const]),
    ...(total?.isOnRequest ? [['page[total]=', 'the number of all resources'] as const] : []),
  ];
  const all: readonly Option[] = [
    ...(fields.some(({ canInclude }) => canInclude) ? [['include=', 'related resources'] as const] : []),
    ...[type, ...includedTypes(known, type, target)].map(
      ({ name }): Option => [`fields[${name}]=`, `fields of ${name}`],
    ),
    ...(isList ? lists : []),
  ];
  return all.filter(([text]) => !target.parameters.some(([name]) => `${name}=` === text));
}

function valueOptions(known: Knowledge, learned: Learned, type: KnownType, name: string): readonly Option[] {
  if (name === 'include') return includeOptions(known, type, '', MAX_DEPTH);
  const fields = [...type.fields.values()];
  if (name === 'sort')
    return fields
      .filter(({ canSort }) => canSort)
      .flatMap(
        (it) =>
          [
            [it.name, 'ascending'],
            [`-${it.name}`, 'descending'],
          ] as const,
      );
  if (name === 'page[total]')
    return [
      ['true', 'counts'],
      ['estimate', 'can be less exact'],
    ];
  const [, of] = /^fields\[(.+)\]$/.exec(name) ?? [];
  if (of !== undefined) return [...(known.get(of)?.fields.values() ?? [])].map(({ name: it, kind }) => [it, kind]);
  const [, filtered, operator] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? [];
  const field = filterableFields(fields).find((it) => it.name === filtered);
  if (field === undefined) return [];
  const { kind, values, isNullable } = shapeOf(field.schema);
  if (kind === 'boolean' || operator === 'exists')
    return [
      ['true', ''],
      ['false', ''],
    ];
  const empty: readonly Option[] = isNullable ? [['null', 'no value']] : [];
  return [
    ...values.map((it): Option => [encode(String(it)), '']),
    ...idOptions(learned, field.targets, encode),
    ...empty,
  ];
}

/** The paths to include, those of fewer steps first. */
function includeOptions(known: Knowledge, type: KnownType, path: string, depth: number): readonly Option[] {
  const fields = [...type.fields.values()].filter(({ canInclude }) => canInclude);
  const own = fields.map(({ name, targets }): Option => [`${path}${name}`, targets.join(' ')]);
  if (depth === 1) return own;
  const next = fields.flatMap(({ name, targets }) =>
    targets.flatMap((it) => {
      const target = known.get(it);
      return target === undefined ? [] : includeOptions(known, target, `${path}${name}.`, depth - 1);
    }),
  );
  return [...own, ...next].slice(0, MAX_OPTIONS * 4);
}
