import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorCollectionSize } from './cursor-rules.ts';

accepts(cursorCollectionSize, [
  ['a total', { meta: { page: { total: 0, estimatedTotal: { bestGuess: 200 } } } }],
  ['no guess', { meta: { page: { estimatedTotal: {} } } }],
]);

rejects(cursorCollectionSize, [
  ['a string', { meta: { page: { total: '200' } } }, '/meta/page/total'],
  ['a number', { meta: { page: { estimatedTotal: 200 } } }, '/meta/page/estimatedTotal'],
  [
    'a fraction',
    { meta: { page: { total: 1.5, estimatedTotal: { bestGuess: 1.5 } } } },
    ['/meta/page/total', '/meta/page/estimatedTotal/bestGuess'],
  ],
]);
