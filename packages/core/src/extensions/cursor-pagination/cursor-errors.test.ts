import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorErrors } from './cursor-errors.ts';

accepts(cursorErrors, [
  [
    'too large',
    {
      errors: [
        {
          status: '400',
          source: { parameter: 'page[size]' },
          meta: { page: { maxSize: 100 } },
          links: { type: ['https://example.com/profiles/cursor-pagination/max-size-exceeded'] },
        },
      ],
    },
  ],
  [
    'unsupported sort',
    {
      errors: [
        {
          source: { parameter: 'sort' },
          links: { type: { href: 'https://example.com/profiles/cursor-pagination/unsupported-sort' } },
        },
      ],
    },
  ],
  [
    'a parameter and a type that other rules report',
    {
      errors: [
        { source: { parameter: 5 }, meta: { page: { maxSize: 1 } } },
        { links: { type: 5 }, meta: { page: { maxSize: 1 } } },
        { links: { type: ['a b'] }, meta: { page: { maxSize: 1 } } },
      ],
    },
  ],
  ['another error', { errors: [{ status: '400' }] }],
]);

rejects(cursorErrors, [
  [
    'no type',
    { errors: [{ status: '400', source: { parameter: 'page[size]' }, meta: { page: { maxSize: 100 } } }] },
    '/errors/0',
  ],
  [
    'null as type',
    { errors: [{ source: { parameter: 'page[size]' }, meta: { page: { maxSize: 100 } }, links: { type: null } }] },
    '/errors/0',
  ],
  [
    'no maximum',
    {
      errors: [
        {
          source: { parameter: 'page[size]' },
          links: { type: 'https://example.com/profiles/cursor-pagination/max-size-exceeded' },
        },
      ],
    },
    '/errors/0',
  ],
  [
    'another parameter',
    {
      errors: [
        {
          source: { parameter: 'page' },
          meta: { page: { maxSize: 1 } },
          links: { type: 'https://example.com/profiles/cursor-pagination/max-size-exceeded' },
        },
      ],
    },
    '/errors/0',
  ],
  [
    'no parameter',
    { errors: [{ links: { type: 'https://example.com/profiles/cursor-pagination/unsupported-sort' } }] },
    '/errors/0',
  ],
]);
