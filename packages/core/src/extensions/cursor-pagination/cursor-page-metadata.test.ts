import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorPageMetadata } from './cursor-rules.ts';

accepts(cursorPageMetadata, [
  ['an object', { meta: { page: {} } }],
  ['none', { meta: {} }],
]);

rejects(cursorPageMetadata, [
  ['an array', { meta: { page: [] } }, '/meta/page'],
  ['of an item', { data: [{ type: 'a', id: '1', meta: { page: 1 } }] }, '/data/0/meta/page'],
  ['null', { meta: { page: null } }, '/meta/page'],
]);
