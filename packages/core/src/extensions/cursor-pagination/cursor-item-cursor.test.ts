import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorItemCursor } from './cursor-rules.ts';

accepts(cursorItemCursor, [
  ['a string', { data: [{ type: 'a', id: '1', meta: { page: { cursor: 'x' } } }] }],
  ['none', { meta: { page: {} } }],
]);

rejects(cursorItemCursor, [
  ['a number', { data: [{ type: 'a', id: '1', meta: { page: { cursor: 1 } } }] }, '/data/0/meta/page/cursor'],
]);
