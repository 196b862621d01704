import type { Api } from '@linkage/core';
import { jsonSyntaxError, jsonSyntaxMessage, locationOf } from '@linkage/core/internal';
import { createMemorySources, type Sources } from '@linkage/server';
import { MAX_RECORDS } from '../model/limits.ts';
import type { RecordsMistake } from '../model/question.ts';
import { isRecord } from './is-record.ts';

/** Returns the quoted names of a message. */
function namesIn(message: string): readonly string[] {
  return [...message.matchAll(/"([^"]+)"|`([^`]+)`/g)].map(([, quoted, ticked]) => quoted ?? ticked ?? '');
}

function token(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the place that an error of `createMemorySources` names: a member, a record, or a type. Default: the whole text. */
function placeInRecords(records: unknown, message: string): RecordsMistake {
  if (!isRecord(records)) return { message, pointer: '' };
  const names = namesIn(message);
  const isName = / is not a field of | unknown resource type /.test(message);
  const said = /^createMemorySources: ([^\s"]+) "/.exec(message)?.[1];
  const type = [said, ...names].find((name) => name !== undefined && Object.hasOwn(records, name));
  if (type === undefined) return { message, pointer: '' };
  const list: unknown = records[type];
  const index = Array.isArray(list) ? list.findLastIndex((it) => isRecord(it) && names.includes(String(it['id']))) : -1;
  if (index === -1 || !Array.isArray(list)) return { message, pointer: token(type), isName };
  const record: unknown = list[index];
  const member = names.find((name) => name !== 'id' && isRecord(record) && Object.hasOwn(record, name));
  return { message, pointer: token(type) + token(index) + (member === undefined ? '' : token(member)), isName };
}

/** The records with sources over them, or the first mistake in them. */
export type ReadRecords =
  | { readonly records: Readonly<Record<string, readonly object[]>>; readonly sources: Sources<Api> }
  | { readonly recordsMistake: RecordsMistake };

/** Reads the records of an API from JSON. An empty text has none. */
export function readRecords(api: Api, text: string): ReadRecords {
  const mistake = (message: string): ReadRecords => ({ recordsMistake: { message, pointer: '' } });
  if (text.length > MAX_RECORDS) return mistake(`The records must not be longer than ${MAX_RECORDS} characters.`);
  let records: unknown;
  try {
    records = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    const error = jsonSyntaxError(text);
    const message = `The records must be JSON. ${jsonSyntaxMessage(text, error)}`;
    return { recordsMistake: { message, pointer: '', location: locationOf(text, error.offset) } };
  }
  if (typeof records !== 'object' || records === null || Array.isArray(records))
    return mistake('The records must be an object that contains an array for each type.');
  const byType = records as Readonly<Record<string, readonly object[]>>;
  const wrong = Object.entries(byType).find(([, list]) => !Array.isArray(list));
  if (wrong !== undefined) return mistake(`The records of "${wrong[0]}" must be an array.`);
  try {
    return { records: byType, sources: createMemorySources(api, byType as never) };
  } catch (error) {
    return { recordsMistake: placeInRecords(byType, error instanceof Error ? error.message : String(error)) };
  }
}
