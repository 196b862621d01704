import { type Chapters, change, comment, ids, issue, resource } from './tester.ts';

const operations = (...all: readonly object[]) => ({ body: { 'atomic:operations': all } });
const identifier = (type: string, id: string) => ({ type, id });
const close = { meta: { resolution: 'Drawn again.' } };

export const writes: Chapters = {
  'values of the server': [
    [
      'bob',
      'POST /issues',
      '201 {new}',
      {
        data: issue('New', '1'),
        keep: 'new',
        matches: { data: { attributes: { number: 3, status: 'open', priority: 3 } } },
      },
    ],
    ['bob', 'GET /issues/{new}/author', '200 2'],
    [
      'bob',
      'POST /issues',
      '403 FIELD_READ_ONLY /data/attributes/number',
      { data: resource('issues', { title: 'x', number: 9 }, { project: identifier('projects', '1') }) },
    ],
    [
      'bob',
      'PATCH /issues/1',
      '403 FIELD_READ_ONLY /data/attributes/status',
      { data: change('issues', '1', { status: 'closed' }) },
    ],
    [
      'bob',
      'PATCH /issues/1',
      '403 FIELD_READ_ONLY /data/relationships/author',
      { data: change('issues', '1', {}, { author: identifier('users', '2') }) },
    ],
    [
      'bob',
      'PATCH /issues/1',
      '403 FIELD_READ_ONLY /data/relationships/project',
      { data: change('issues', '1', {}, { project: identifier('projects', '2') }) },
    ],
    [
      'ada',
      'PATCH /issues/1',
      '403 FIELD_READ_ONLY /data/attributes/deletedAt',
      { data: change('issues', '1', { deletedAt: null }) },
    ],
    [
      'bob',
      'PATCH /issues/1',
      '422 ATTRIBUTE_UNKNOWN /data/attributes/deletedAt',
      { data: change('issues', '1', { deletedAt: null }) },
    ],
    [
      'bob',
      'PATCH /issues/1',
      '422 ATTRIBUTE_INVALID /data/attributes/priority',
      { data: change('issues', '1', { priority: 9 }) },
    ],
    [
      'bob',
      'POST /issues',
      '422 RELATIONSHIP_REQUIRED /data/relationships',
      { data: resource('issues', { title: 'x' }) },
    ],
    ['bob', 'POST /issues', '403 CLIENT_ID_FORBIDDEN /data/id', { data: { ...issue('x'), id: 'mine' } }],
    [
      'ada',
      'PATCH /projects/1',
      '403 FIELD_READ_ONLY /data/attributes/lastNumber',
      { data: change('projects', '1', { lastNumber: 0 }) },
    ],
    [
      'bob',
      'POST /labels',
      '409 CONSTRAINT_VIOLATED',
      { data: resource('labels', { name: 'bug', color: '#000000' }, { project: identifier('projects', '1') }) },
    ],
    [
      'bob',
      'POST /labels',
      '201 {bug}',
      {
        data: resource('labels', { name: 'bug', color: '#000000' }, { project: identifier('projects', '2') }),
        keep: 'bug',
      },
    ],
  ],
  'two at the same time': [
    ['bob', 'GET /issues/1', '200 1', { keep: 'logo' }],
    [
      'bob',
      'PATCH /issues/1',
      '200 1 | 412 PRECONDITION_FAILED If-Match',
      { data: change('issues', '1', { priority: 1 }), headers: { 'If-Match': '{logo.etag}' }, times: 2 },
    ],
    [
      'ada',
      'POST /projects',
      '201 {shop} | 409 CONSTRAINT_VIOLATED /data/attributes/key',
      { data: resource('projects', { name: 'Shop', key: 'SHOP' }), times: 2, keep: 'shop' },
    ],
    ['bob', 'GET /issues/2', '200 2', { keep: 'prices' }],
    [
      'bob',
      'POST /issues/2/-actions/close',
      '200 2 | 412 PRECONDITION_FAILED If-Match',
      { body: close, headers: { 'If-Match': '{prices.etag}' }, times: 2 },
    ],
    ['bob', 'POST /issues/2/-actions/reopen', '200 2 | 409 WRITE_CONFLICT', { headers: { 'If-Match': '*' }, times: 2 }],
    ['bob', 'POST /issues/1/relationships/labels', '204 | 204', { data: ids('labels', '1'), times: 2 }],
    ['bob', 'GET /issues/1/relationships/labels', '200 1'],
    ['bob', 'DELETE /issues/2', '204 | 404 NOT_FOUND', { times: 2 }],
    ['ada', 'DELETE /issues/1', '204 | 409 WRITE_CONFLICT', { times: 2 }],
    // One of them comes first: it moves the issue, or the sprint is gone.
    ['bob', 'DELETE /sprints/2', '204', { keep: 'none' }],
    ['bob', 'GET /issues/3/sprint', '200'],
  ],
  'a relationship and its inverse': [
    [
      'bob',
      'PATCH /issues/1',
      '422 VALUE_REJECTED /data/relationships',
      { data: change('issues', '1', {}, { sprint: identifier('sprints', '2') }) },
    ],
    ['bob', 'PATCH /issues/1/relationships/sprint', '422 VALUE_REJECTED', { data: identifier('sprints', '2') }],
    ['bob', 'POST /sprints/2/relationships/issues', '422 VALUE_REJECTED /data', { data: ids('issues', '1') }],
    [
      'bob',
      'PATCH /sprints/2',
      '422 VALUE_REJECTED /data/relationships/issues',
      { data: change('sprints', '2', {}, { issues: ids('issues', '1') }) },
    ],
    ['bob', 'POST /issues/1/relationships/labels', '422 VALUE_REJECTED', { data: ids('labels', '2') }],
    ['bob', 'POST /labels/2/relationships/issues', '422 VALUE_REJECTED /data', { data: ids('issues', '1') }],
    [
      'bob',
      'PATCH /labels/2',
      '422 VALUE_REJECTED /data/relationships/issues',
      { data: change('labels', '2', {}, { issues: ids('issues', '1', '3') }) },
    ],
    ['bob', 'GET /issues/2', '200 2', { keep: 'prices' }],
    ['bob', 'POST /sprints/1/relationships/issues', '204', { data: ids('issues', '2') }],
    ['bob', 'GET /issues/2/sprint', '200 1'],
    [
      'bob',
      'PATCH /issues/2',
      '412 PRECONDITION_FAILED If-Match',
      { data: change('issues', '2', { priority: 1 }), headers: { 'If-Match': '{prices.etag}' } },
    ],
    ['bob', 'POST /labels/1/relationships/issues', '204', { data: ids('issues', '2') }],
    ['bob', 'GET /issues/2/labels', '200 1'],
    [
      'bob',
      'PATCH /issues/1/relationships/project',
      '403 OPERATION_NOT_SUPPORTED',
      { data: identifier('projects', '2') },
    ],
    ['ada', 'POST /projects/2/relationships/issues', '403 OPERATION_NOT_SUPPORTED', { data: ids('issues', '1') }],
    [
      'ada',
      'POST /organizations/1/relationships/members',
      '403 OPERATION_NOT_SUPPORTED',
      { data: ids('memberships', '8') },
    ],
    ['bob', 'POST /users/2/relationships/assigned', '403 OPERATION_NOT_SUPPORTED', { data: ids('issues', '2') }],
    ['gus', 'GET /sprints/1/relationships/issues', '200 1,2'],
    // A replacement by Gus is rejected, and one by Bob removes what it does not name.
    ['gus', 'PATCH /sprints/1/relationships/issues', '403 FORBIDDEN', { data: [] }],
    ['bob', 'PATCH /sprints/1/relationships/issues', '204', { data: ids('issues', '2') }],
    ['bob', 'GET /issues/1/relationships/sprint', '200'],
  ],
  'several writes in one request': [
    [
      'bob',
      'POST /operations',
      '200 {made0},{made1},{made2},{made3}',
      {
        keep: 'made',
        ...operations(
          {
            op: 'add',
            data: {
              ...resource('sprints', { name: 'February' }, { project: identifier('projects', '1') }),
              lid: 'sprint',
            },
          },
          { op: 'add', data: { ...issue('One', '1', { sprint: { type: 'sprints', lid: 'sprint' } }), lid: 'one' } },
          { op: 'add', data: issue('Two', '1', { sprint: { type: 'sprints', lid: 'sprint' } }) },
          { op: 'add', data: resource('comments', { body: 'Hi' }, { issue: { type: 'issues', lid: 'one' } }) },
        ),
      },
    ],
    [
      'bob',
      'GET /sprints/{made0}/issues?sort=number&fields[issues]=number',
      '200 {made1},{made2}',
      { matches: { data: [{ attributes: { number: 3 } }, { attributes: { number: 4 } }] } },
    ],
    [
      'bob',
      'POST /operations',
      '422 VALUE_REJECTED /atomic:operations/1/data/relationships',
      operations(
        { op: 'add', data: issue('Three') },
        { op: 'add', data: issue('Four', '1', { sprint: identifier('sprints', '2') }) },
      ),
    ],
    [
      'bob',
      'POST /issues',
      '201 {five}',
      { data: issue('Five'), keep: 'five', matches: { data: { attributes: { number: 5 } } } },
    ],
    ['bob', 'GET /issues/1', '200 1', { keep: 'logo' }],
    [
      'bob',
      'POST /operations',
      '412 PRECONDITION_FAILED /atomic:operations/0/meta/ifMatch',
      operations({ op: 'update', data: change('issues', '1', { priority: 1 }), meta: { ifMatch: '"old"' } }),
    ],
    [
      'bob',
      'POST /operations',
      '200 1',
      operations({ op: 'update', data: change('issues', '1', { priority: 1 }), meta: { ifMatch: '{logo.etag}' } }),
    ],
    [
      'bob',
      'POST /operations',
      '400 OPERATIONS_TOO_MANY /atomic:operations',
      operations(...Array.from({ length: 51 }, () => ({ op: 'remove', ref: identifier('comments', '1') }))),
    ],
    ['bob', 'POST /operations', '204', operations({ op: 'remove', ref: identifier('comments', '1') })],
    [
      'bob',
      'POST /operations',
      '403 FORBIDDEN /atomic:operations/0',
      operations({ op: 'update', data: change('projects', '1', { name: 'Mine' }) }),
    ],
  ],
  'a request that is sent again': [
    ['bob', 'POST /issues', '201 {once}', { data: issue('Once'), headers: { 'Idempotency-Key': '"a"' }, keep: 'once' }],
    ['bob', 'POST /issues', '201 {once}', { data: issue('Once'), headers: { 'Idempotency-Key': '"a"' } }],
    [
      'bob',
      'POST /issues',
      '422 IDEMPOTENCY_KEY_REUSED Idempotency-Key',
      { data: issue('Twice'), headers: { 'Idempotency-Key': '"a"' } },
    ],
    ['bob', 'GET /issues?filter[title]=Once', '200 {once}'],
    ['bob', 'DELETE /comments/1', '204', { headers: { 'Idempotency-Key': '"b"' } }],
    ['bob', 'DELETE /comments/1', '204', { headers: { 'Idempotency-Key': '"b"' } }],
    ['bob', 'DELETE /comments/1', '404 NOT_FOUND', { headers: { 'Idempotency-Key': '"c"' } }],
    [
      'bob',
      'POST /comments',
      '404 RELATED_RESOURCE_NOT_FOUND /data/relationships/issue/data',
      { data: comment('x', '99'), headers: { 'Idempotency-Key': '"d"' } },
    ],
    ['bob', 'POST /comments', '201 {x}', { data: comment('x', '1'), headers: { 'Idempotency-Key': '"d"' }, keep: 'x' }],
    [
      'bob',
      'POST /issues/2/-actions/close',
      '200 2',
      { body: close, headers: { 'If-Match': '*', 'Idempotency-Key': '"e"' } },
    ],
    // Without the key, the issue would be closed already: 409.
    [
      'bob',
      'POST /issues/2/-actions/close',
      '200 2',
      { body: close, headers: { 'If-Match': '*', 'Idempotency-Key': '"e"' } },
    ],
    [
      'bob',
      'POST /issues/1/-actions/close',
      '422 IDEMPOTENCY_KEY_REUSED Idempotency-Key',
      { body: close, headers: { 'If-Match': '*', 'Idempotency-Key': '"e"' } },
    ],
    [
      'bob',
      'POST /operations',
      '404 NOT_FOUND /atomic:operations/1/data',
      operations(
        { op: 'remove', ref: identifier('issues', '3') },
        { op: 'update', data: change('issues', '3', { priority: 1 }) },
      ),
    ],
    ['bob', 'GET /issues/3', '200 3'],
    // A key that was used as a member is not one of a guest, who cannot see the internal project.
    ['gus', 'GET /issues', '200 {once},1,2', {}],
    ['ada', 'PATCH /memberships/2', '200 2', { data: change('memberships', '2', { role: 'guest' }) }],
    ['bob', 'POST /issues', '403 FORBIDDEN', { data: issue('Once'), headers: { 'Idempotency-Key': '"a"' } }],
  ],
};
