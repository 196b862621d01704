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
export function placeInRecords(records: unknown, message: string): RecordsMistake {
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
