import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorRangeTruncated } from './cursor-rules.ts';

accepts(cursorRangeTruncated, [
  ['true', { meta: { page: { rangeTruncated: true } } }],
  ['none', { meta: { page: {} } }],
]);

rejects(cursorRangeTruncated, [
  ['a string', { meta: { page: { rangeTruncated: 'true' } } }, '/meta/page/rangeTruncated'],
]);
